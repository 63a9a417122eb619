"""`measure.py`: memory that is taken counts, memory that was there or is given back does not; progress is silent where it must be."""

import numpy as np
import torch

from measure import peak_numpy, peak_torch

MB = 10**6


def test_numpy_peak_counts_what_is_held_at_once():
    given = np.ones(MB // 8)
    assert MB <= peak_numpy(np.copy, given)[1] < 1.1 * MB
    assert peak_numpy(np.sum, given)[1] < 0.1 * MB, "control: what was handed over is not counted"
    result, used = peak_numpy(lambda: (np.ones(MB // 8).sum(), np.ones(MB // 8).sum())[0])
    assert result == MB // 8 and used < 1.5 * MB, "control: what was given back is not counted twice"


def test_torch_peak_counts_what_is_held_at_once():
    given = torch.ones(MB // 4)
    assert MB <= peak_torch(given.clone)[1] < 1.1 * MB
    assert peak_torch(given.sum)[1] < 0.1 * MB
    result, used = peak_torch(lambda: (given * 2 + 1).sum())
    assert result == 3 * MB // 4 and 2 * MB <= used < 2.1 * MB
