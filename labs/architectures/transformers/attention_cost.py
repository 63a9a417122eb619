"""attention의 비용을 세는 식. 시간을 재지 않고 원소와 연산의 수를 센다.

연산량(FLOPs)은 곱셈과 덧셈을 각각 하나로 센다. 그래서 (m, k) @ (k, n)은 2*m*k*n이다.
softmax와 mask는 행렬곱에 견주어 작으므로 세지 않는다.
"""

DTYPE_BYTES = {"float64": 8, "float32": 4, "bfloat16": 2, "float16": 2, "int8": 1}


def score_bytes(T, S=None, n_heads=1, batch=1, dtype="float32"):
    """점수 행렬 (B, H, T, S)의 바이트."""
    return batch * n_heads * T * (T if S is None else S) * DTYPE_BYTES[dtype]


def kv_cache_bytes(T, n_layers, n_kv_heads, head_dim, batch=1, dtype="float16"):
    """길이 T까지의 key와 value를 모두 쥔 cache의 바이트. GQA와 MQA는 n_kv_heads가 작다."""
    return 2 * batch * n_layers * T * n_kv_heads * head_dim * DTYPE_BYTES[dtype]


def attention_flops(T, d_model, S=None):
    """점수(Q K^T)와 가중합(weights V)의 연산량. head 수와 무관하다."""
    return 2 * (2 * T * (T if S is None else S) * d_model)


def projection_flops(T, d_model):
    """Q, K, V, 출력의 네 사영."""
    return 4 * (2 * T * d_model * d_model)


def rnn_flops(T, d_model):
    """h_t = tanh(x_t W + h_{t-1} U)의 두 행렬곱을 T걸음."""
    return 2 * (2 * T * d_model * d_model)


def convolution_flops(T, d_model, kernel):
    """폭 kernel인 1차원 convolution 한 층."""
    return 2 * T * kernel * d_model * d_model
