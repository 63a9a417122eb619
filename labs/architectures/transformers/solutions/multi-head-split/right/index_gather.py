"""열 번호 표로 골라 나누고, head 축을 뒤로 옮겨 펴는 풀이. float64로 셈해 되돌린다."""

import numpy as np


def split_heads(X, n_heads):
    columns = np.arange(X.shape[-1]).reshape(n_heads, -1)  # (H, Dh)
    return X[..., columns].swapaxes(-3, -2)  # (..., T, H, Dh) -> (..., H, T, Dh)


def merge_heads(X):
    rows = [np.hstack(list(heads)) for heads in X.reshape(-1, *X.shape[-3:])]  # N x (T, H*Dh)
    return np.array(rows).reshape(*X.shape[:-3], *rows[0].shape)


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    exact = [part.astype(np.float64) for part in (X, context, Wq, Wk, Wv, Wo)]
    query, memory, Wq, Wk, Wv, Wo = exact
    Q, K, V = (split_heads(part, n_heads) for part in (query @ Wq, memory @ Wk, memory @ Wv))
    scores = (Q[..., :, None, :] * K[..., None, :, :]).sum(axis=-1) / np.sqrt(Q.shape[-1])  # (..., H, T, S)
    weights = np.exp(scores - scores.max(axis=-1)[..., None])
    weights /= weights.sum(axis=-1)[..., None]
    return (merge_heads(weights @ V) @ Wo).astype(X.dtype), weights.astype(X.dtype)
