"""attention의 비용을 세는 식. 시간을 재지 않고 원소와 연산의 수를 센다.

연산량(FLOPs)은 곱셈과 덧셈을 각각 하나로 센다. 그래서 (m, k) @ (k, n)은 2*m*k*n이다.
softmax와 mask는 행렬곱에 견주어 작으므로 세지 않는다.
"""

DTYPE_BYTES = {"float64": 8, "float32": 4, "bfloat16": 2, "float16": 2, "int8": 1}
MODES = ("training", "prefill", "decode")
MEMORY = ("scores", "key_value", "query_output")


def dtype_bytes(dtype):
    """원소 하나의 바이트. 모르는 dtype이면 ValueError를 낸다. dtype을 받는 아래의 식이 모두 부른다."""
    if dtype not in DTYPE_BYTES:
        raise ValueError(f"dtype={dtype!r}: 모르는 이름이다. 아는 이름은 {', '.join(DTYPE_BYTES)}이다.")
    return DTYPE_BYTES[dtype]


def score_bytes(T, S=None, n_heads=1, batch=1, dtype="float32"):
    """점수 행렬 (B, H, T, S)의 바이트."""
    return batch * n_heads * T * (T if S is None else S) * dtype_bytes(dtype)


def tiled_bytes(T, n_heads=1, batch=1):
    """tile로 나누어 계산할 때 점수 행렬 대신 남는 것의 바이트 [Dao 2024].

    query마다 log-sum-exp 하나를 float32로 남긴다. tile은 칩 안에서 쓰고 버리므로 세지 않는다.
    """
    return batch * n_heads * T * DTYPE_BYTES["float32"]


def kv_cache_bytes(T, n_layers, n_kv_heads, head_dim, batch=1, dtype="float16"):
    """길이 T까지의 key와 value를 모두 쥔 cache의 바이트. GQA와 MQA는 n_kv_heads가 작다."""
    return 2 * batch * n_layers * T * n_kv_heads * head_dim * dtype_bytes(dtype)


def latent_cache_bytes(T, n_layers, latent_dim, rope_dim=0, batch=1, dtype="float16"):
    """MLA의 cache: head마다의 key와 value 대신 잠재 벡터와, 함께 쓰는 RoPE key만 남긴다 [DeepSeek-AI 2024, 표 1]."""
    return batch * n_layers * T * (latent_dim + rope_dim) * dtype_bytes(dtype)


def visible_pairs(T, S=None, causal=False, window=None):
    """mask가 여는 (query, key) 짝의 수. key S개의 마지막 T자리에 query가 선다.

    causal이면 자기보다 뒤의 key를 가리고, window를 주면 거리가 window 이상인 key를 가린다.
    그래서 causal 창은 자기를 포함해 key를 많아야 window개 본다.
    거리를 재는데 S < T이거나 window < 1이면 ValueError를 낸다.
    """
    S = T if S is None else S
    if not causal and window is None:
        return T * S
    if S < T:
        raise ValueError(
            f"key 길이 S={S}가 query 길이 T={T}보다 짧다. 거리를 재려면 S가 T보다 짧지 않아야 한다."
        )
    width = S if window is None else window
    if width < 1:
        raise ValueError(
            f"window={window}: 자기 자신은 보아야 하므로 1 이상이어야 한다."
        )
    behind = staircase(S, width) - staircase(S - T, width)  # 자기와 그 앞
    return behind if causal else behind + staircase(T, width) - T  # 자기를 두 번 세지 않는다


def staircase(n, width):
    """1 + 2 + ... 로 오르다 width에서 멈추는 계단 n개의 합."""
    rising = min(n, width)
    return rising * (rising + 1) // 2 + (n - rising) * width


def attention_flops(T, d_model, S=None):
    """점수(Q K^T)와 가중합(weights V)의 연산량. head 수와 무관하다."""
    return 2 * (2 * T * (T if S is None else S) * d_model)


def linear_attention_flops(T, n_heads, n_features, value_dim):
    """특징 n_features개로 바꾼 선형 attention의 두 행렬곱. 상태를 만드는 것과 상태를 읽는 것이다."""
    return n_heads * 2 * (2 * T * n_features * value_dim)


def projection_flops(T, d_model):
    """Q, K, V, 출력의 네 사영."""
    return 4 * (2 * T * d_model * d_model)


def grouped_projection_flops(T, n_heads, n_kv_heads, head_dim):
    """key와 value의 head만 n_kv_heads개인 네 사영. 같으면 MHA, 1이면 MQA, 그 사이면 GQA다."""
    d_model = n_heads * head_dim
    return 2 * (2 * T * d_model * d_model) + 2 * (2 * T * d_model * n_kv_heads * head_dim)


def generation_flops(T, d_model, cached=True):
    """token T개를 하나씩 생성할 때 한 층의 사영과 attention. cache가 없으면 걸음마다 앞의 모두를 다시 계산한다."""
    return sum(
        projection_flops(1, d_model) + attention_flops(1, d_model, S=t)
        if cached
        else projection_flops(t, d_model) + attention_flops(t, d_model)
        for t in range(1, T + 1)
    )


def rnn_flops(T, d_model):
    """h_t = tanh(x_t W + h_{t-1} U)의 두 행렬곱을 T걸음."""
    return 2 * (2 * T * d_model * d_model)


def model_cost(
    T, n_layers, n_heads, n_kv_heads, head_dim,
    batch=1, dtype="float16", window=None, causal=True, mode="training",
):  # fmt: skip
    """attention n_layers층의 메모리와 연산량. 파라미터와 FFN은 세지 않는다.

    mode는 무엇을 한 번 하는지다. "training"은 길이 T의 forward와 backward, "prefill"은 주어진
    글 T개를 한꺼번에 읽기, "decode"는 cache를 보며 T번째 token 하나를 계산하기다.
    backward에 쓸 것은 층마다 남고, 생성에서는 KV cache만 층마다 남는다.
    반환: dict. bytes와 flops 아래에 "plain"(점수 행렬을 통째로 만들고 가린다)과
    "tiled"(보이는 짝만 tile로 계산하고 버린다)를 둔다. 바이트는 MEMORY의 이름으로 나눈다.
    mode가 MODES에 없거나, dtype을 모르거나, window < 1이면 ValueError를 낸다.
    """
    if mode not in MODES:
        raise ValueError(f"mode={mode!r}: 모르는 이름이다. 아는 이름은 {', '.join(MODES)}이다.")
    training, decoding = mode == "training", mode == "decode"
    queries = 1 if decoding else T
    cached = T if training or window is None else min(T, window)  # 창 밖의 key는 버린다
    keys = cached if decoding else T
    layers = n_layers if training else 1  # 한꺼번에 남아 있는 층의 수
    d_model = n_heads * head_dim
    seen = visible_pairs(queries, keys, causal, window)

    rest = {
        "key_value": kv_cache_bytes(cached, n_layers, n_kv_heads, head_dim, batch, dtype),
        "query_output": 2 * layers * batch * queries * d_model * dtype_bytes(dtype),
    }
    repeats = batch * n_layers
    projections = repeats * grouped_projection_flops(queries, n_heads, n_kv_heads, head_dim)
    return {
        "bytes": {
            "plain": {"scores": layers * score_bytes(queries, keys, n_heads, batch, dtype), **rest},
            "tiled": {"scores": layers * tiled_bytes(queries, n_heads, batch), **rest},
        },
        "flops": {
            # 행렬곱 하나의 backward는 행렬곱 둘이다: 앞의 2번에 4번이 붙는다
            "plain": repeats * attention_flops(queries, d_model, keys) * (3 if training else 1),
            # tile은 버린 점수를 backward에서 한 번 더 계산한다: 앞의 2번에 5번이 붙는다
            "tiled": repeats * 2 * seen * d_model * (7 if training else 2),
            "projections": projections * (3 if training else 1),
        },
    }


def bottleneck(memory):
    """메모리를 가장 많이 쓰는 것의 이름. memory는 `model_cost(...)["bytes"]`의 한쪽이다."""
    return max(MEMORY, key=memory.get)


def longest_T(budget, way, limit=2**30, **case):
    """budget 바이트에 들어가는 가장 긴 T. limit까지 다 들어가면 limit, 하나도 안 들어가면 0.

    way: "plain"이나 "tiled". case: T를 뺀 `model_cost`의 나머지 인자.
    """
    low, high = 0, limit
    while low < high:  # 바이트는 T를 따라 줄지 않으므로 반씩 좁힌다
        middle = (low + high + 1) // 2
        fits = sum(model_cost(middle, **case)["bytes"][way].values()) <= budget
        low, high = (middle, high) if fits else (low, middle - 1)
    return low
