"""정답을 one-hot으로 바꾸어 곱하는 풀이."""

import numpy as np


def decoder_targets(tokens, pad):
    targets = np.delete(tokens, 0, axis=1)
    return np.delete(tokens, -1, axis=1), targets, np.not_equal(targets, pad)


def cross_entropy(logits, targets):
    one_hot = np.eye(logits.shape[-1], dtype=logits.dtype)[targets]  # (B, T, V)
    top = logits.max(axis=-1, keepdims=True)
    log_p = logits - top - np.log(np.exp(logits - top).sum(axis=-1, keepdims=True))  # (B, T, V)
    return -(one_hot * log_p).sum(axis=-1)


def masked_loss(logits, targets, real):
    losses = cross_entropy(logits, targets)
    return float((losses * real).sum() / real.sum()) if real.any() else 0.0
