"""key와 value를 남겨 두고 이어 쓰는 attention: 고리 cache, 나누어 읽기, GQA, MLA. NumPy만 쓴다.

H는 query의 head 수, G는 key와 value의 head 수(H의 약수), n은 이번에 들어온 token 수다.
"""

import math

import numpy as np

from efficient_attention import band
from numpy_attention import attention


def grouped_attention(Q, K, V, mask=None):
    """이웃한 query head H/G개가 key와 value의 head 하나를 나누어 쓴다 [Ainslie 외 2023].

    Q: (H, T, D), K, V: (G, S, D). mask: (T, S) boolean. 반환: (H, T, D). G가 H의 약수가 아니면 ValueError를 낸다.
    """
    (H, T, D), G = Q.shape, len(K)
    if H % G:
        raise ValueError(f"query head {H}개를 key·value head {G}개에 고르게 나눌 수 없다. G는 H의 약수여야 한다.")
    groups = Q.reshape(G, H // G, T, D)  # (G, H/G, T, D), head h는 묶음 h // (H/G)에 든다
    output = attention(groups, K[:, None], V[:, None], mask)[0]  # (G, H/G, T, D)
    return output.reshape(H, T, D)


class KVCache:
    """자리를 미리 잡아 둔 cache. window를 주면 고리처럼 오래된 것부터 덮어쓴다.

    capacity: 담을 수 있는 key의 수. window: query가 보는 key의 수(자기를 넣어 센다), None이면 모두 본다.
    칸의 차례는 뒤섞이므로 칸마다 위치를 적어 두고, mask는 칸이 아니라 위치로 만든다.
    window가 1보다 작거나 capacity보다 크면 ValueError를 낸다.
    """

    def __init__(self, n_kv_heads, head_dim, capacity, window=None, dtype=np.float64):
        if window is not None and not 1 <= window <= capacity:
            raise ValueError(f"칸이 {capacity}개인데 window={window}이다. 1 이상, 칸의 수 이하여야 한다.")
        self.K = np.zeros((n_kv_heads, capacity, head_dim), dtype)  # (G, C, D)
        self.V = np.zeros_like(self.K)  # (G, C, D)
        self.positions = np.full(capacity, -1)  # (C,), 빈 칸은 -1
        self.capacity, self.window, self.length = capacity, window, 0

    @property
    def nbytes(self):
        return self.K.nbytes + self.V.nbytes

    def next_positions(self, n):
        """다음에 들어올 token n개의 위치. 덮어쓰더라도 0으로 돌아가지 않는다."""
        return np.arange(self.length, self.length + n)  # (n,)

    def attend(self, Q, K, V):
        """새 token n개를 담고, 그 query로 지금까지의 key를 본다.

        Q: (H, n, D), K, V: (G, n, D). 위치를 넣는 방법(RoPE 등)은 부르기 전에 `next_positions`로 적용한다.
        반환: (H, n, D). 들어갈 칸이 모자라면 ValueError를 낸다.
        """
        n = K.shape[-2]
        self.check_room(n)
        positions = self.next_positions(n)  # (n,)
        slots = positions % self.capacity  # (n,), 끝에 닿으면 처음 칸으로 돌아간다
        self.K[:, slots], self.V[:, slots], self.positions[slots] = K, V, positions
        self.length += n
        seen = band(positions, self.positions, causal=True, window=self.window)  # (n, C)
        return grouped_attention(Q, self.K, self.V, seen & (self.positions >= 0))  # (H, n, D)

    def check_room(self, n):
        """덮어써도 되는지 본다: 첫 query가 볼 window개와 그 뒤의 n - 1개가 함께 들어가야 한다."""
        if self.window is None and self.length + n > self.capacity:
            raise ValueError(
                f"칸 {self.capacity}개에 {self.length}개가 들어 있는데 {n}개를 더 받았다. "
                "capacity를 늘리거나, 오래된 것을 버려도 되면 window를 준다."
            )
        if self.window is not None and self.window + n - 1 > self.capacity:
            raise ValueError(
                f"한 번에 {n}개를 받으면 window={self.window}에는 칸이 {self.window + n - 1}개 필요한데 "
                f"{self.capacity}개뿐이다. 덜 나누어 넣거나 capacity를 늘린다."
            )


def latent_attention(Q, latent, W_uk, W_uv, mask=None, absorbed=True):
    """MLA: head마다의 key와 value 대신 함께 쓰는 잠재 벡터만 남긴다 [DeepSeek-AI 2024, 2.1.2절]. RoPE의 몫은 뺐다.

    Q: (H, T, D). latent: (S, R), cache에 남는 것. W_uk: (H, R, D), W_uv: (H, R, Dv).
    absorbed: key를 풀지 않고 W_uk를 query 쪽에 곱한다. 값은 같다. 반환: (H, T, Dv).
    """
    if not absorbed:
        return attention(Q, latent @ W_uk, latent @ W_uv, mask)[0]  # (H, T, Dv), key와 value를 푼다
    R, D = W_uk.shape[-2:]
    q = Q @ W_uk.swapaxes(-1, -2) * math.sqrt(R / D)  # (H, T, R), attention은 √R로 나누므로 √D로 되돌린다
    mixed = attention(q, latent[None], latent[None], mask)[0]  # (H, T, R)
    return mixed @ W_uv  # (H, T, Dv)
