"""batch와 길이를 한 축으로 펴는 풀이."""

import numpy as np


def decoder_targets(tokens, pad):
    index = np.arange(tokens.shape[1] - 1)
    targets = np.take(tokens, index + 1, axis=1)
    return np.take(tokens, index, axis=1), targets, targets != pad


def cross_entropy(logits, targets):
    flat = logits.reshape(-1, logits.shape[-1])  # (B*T, V)
    relative = flat - flat[np.arange(len(flat)), targets.reshape(-1)][:, None]  # 정답의 점수를 0으로 둔다
    top = relative.max(axis=1)
    losses = top + np.log(np.exp(relative - top[:, None]).sum(axis=1))
    return losses.reshape(targets.shape)


def masked_loss(logits, targets, real):
    if not real.any():
        return 0.0
    return float(np.average(cross_entropy(logits, targets), weights=real))
