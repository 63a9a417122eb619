"""자리를 하나씩 도는 풀이."""

import math

import numpy as np


def decoder_targets(tokens, pad):
    B, S = tokens.shape
    inputs, targets = np.zeros((B, S - 1), dtype=tokens.dtype), np.zeros((B, S - 1), dtype=tokens.dtype)
    real = np.zeros((B, S - 1), dtype=bool)
    for b in range(B):
        for t in range(S - 1):
            inputs[b, t], targets[b, t] = tokens[b, t], tokens[b, t + 1]
            real[b, t] = targets[b, t] != pad
    return inputs, targets, real


def cross_entropy(logits, targets):
    losses = np.zeros(targets.shape, dtype=logits.dtype)
    for b, t in np.ndindex(targets.shape):
        row = logits[b, t].astype(float)
        top = row.max()
        losses[b, t] = top + math.log(sum(math.exp(x - top) for x in row)) - row[targets[b, t]]
    return losses


def masked_loss(logits, targets, real):
    losses, total, count = cross_entropy(logits, targets), 0.0, 0
    for place in np.ndindex(real.shape):
        if real[place]:
            total, count = total + float(losses[place]), count + 1
    return total / count if count else 0.0
