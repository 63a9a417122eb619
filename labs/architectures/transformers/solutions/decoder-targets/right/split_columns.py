"""열을 나누고 logaddexp로 더하는 풀이."""

import numpy as np


def decoder_targets(tokens, pad):
    inputs, _ = np.split(tokens, [-1], axis=1)
    _, targets = np.split(tokens, [1], axis=1)
    return inputs, targets, ~(targets == pad)


def cross_entropy(logits, targets):
    total = np.logaddexp.reduce(logits, axis=-1)  # (B, T)
    b, t = np.indices(targets.shape)
    return total - logits[b, t, targets]


def masked_loss(logits, targets, real):
    kept = cross_entropy(logits, targets)[real]
    return float(kept.mean()) if kept.size else 0.0
