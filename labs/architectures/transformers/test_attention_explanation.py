"""explanation_tasks.py와 attention_explanation.py의 test다.

    pytest test_attention_explanation.py

중요도를 재는 함수는 느린 loop, 유한차분, 손으로 센 값과 견준다. 학습하지 않은 model로도 되는 것은 그렇게 본다.
"""

import pytest
import torch

from attention_explanation import (
    agreement,
    attention_weight,
    gradient_size,
    hits,
    leave_one_out,
    other_attention,
    value_weighted,
)
from explanation_tasks import Reader, Reviews, Stations, explained, train

TASKS = (Reviews, Stations)


def draw(task, n=20, seed=7):
    """과제의 입력 n개: (B, S)."""
    return task.draw(n, torch.Generator().manual_seed(seed))


def reader(task, n_layers=2, seed=0, dtype=torch.float64):
    """학습하지 않은 model."""
    torch.manual_seed(seed)
    return Reader(task, n_layers).to(dtype).requires_grad_(False)


def review(*words):
    """말로 적은 감상평: (1, S)."""
    return torch.tensor([[Reviews.WORDS.index(word) for word in ("[평점]", *words)]])


@pytest.mark.parametrize(
    ("words", "score"),
    [
        (("좋다", "그"), 1),
        (("좋다", "-지 않다"), -1),
        (("-지 않다", "좋다"), 1),  # 앞에 오면 뒤집지 않는다
        (("좋다", "그", "-지 않다"), 1),  # 바로 뒤가 아니면 뒤집지 않는다
        (("끔찍하다", "-지 않다", "훌륭하다", "지루하다"), 3),
    ],
)
def test_reviews_are_scored_by_hand(words, score):
    got = Reviews.score(review(*words)).item()
    assert got == score, f"{words}의 평점은 {got}이다(기대: {score}). 부정어가 바로 앞말만 뒤집는지 본다."


def test_stations_are_scored_by_looking_up():
    """찾는 관측소의 값을 사전에서 찾은 것과 같다. 없거나 비었으면 0이다."""
    tokens = draw(Stations, 200)
    for row, score in zip(tokens.tolist(), Stations.score(tokens).tolist(), strict=True):
        pairs = [divmod(t - 1 - Stations.N, len(Stations.READINGS)) for t in row[1:] if t != Stations.blank]
        table = {station: Stations.READINGS[kind].item() for station, kind in pairs}
        assert score == table.get(row[0] - 1, 0.0), f"묶음 {row}의 평점은 {score}이다(기대: 묻는 관측소의 값)."
        assert len(table) == len(pairs), "관측소가 겹쳤다(기대: 묶음 안에서 서로 다름)."
    assert 0 < (Stations.score(tokens) == 0).sum() < 200, "묻는 관측소가 있는 묶음과 없는 묶음이 모두 있어야 한다."


@pytest.mark.parametrize("task", TASKS)
def test_draws_follow_the_generator(task):
    """모양과 범위가 맞고, 같은 seed는 같은 것을, 다른 seed는 다른 것을 낸다. blank는 자료에 나오는 token이다."""
    tokens = draw(task, 200)
    assert tokens.shape == (200, task.length) and 0 <= tokens.min() and tokens.max() < task.size
    assert torch.equal(tokens, draw(task, 200)) and not torch.equal(tokens, draw(task, 200, seed=8))
    assert (tokens[:, 1:] == task.blank).any(), "blank가 자료에 없으면 바꾼 입력이 model에게 낯설다."


@pytest.mark.parametrize("n_layers", [1, 2])
def test_last_block_computes_one_row_of_the_whole(n_layers):
    """0번 자리만 셈한 평점이 block을 모두 거친 평점과 같다. 대조: 다른 자리의 것과는 다르다."""
    model, tokens = reader(Reviews, n_layers), draw(Reviews)
    x = model.below(model.token(tokens))  # (B, S, D)
    whole = model.output(model.norm(model.blocks[-1](x)))[..., 0]  # (B, S)
    assert torch.allclose(model(tokens), whole[:, 0]) and not torch.allclose(model(tokens), whole[:, 1])


def test_given_weights_replace_the_computed_ones():
    """model이 낸 가중치를 다시 주면 평점이 같고, 고른 가중치를 주면 다르다."""
    model, tokens = reader(Reviews), draw(Reviews)
    x = model.below(model.token(tokens))  # (B, S, D)
    weights = model.weights(x)  # (B, H, 1, S)
    assert torch.equal(model.last(x, weights), model(tokens))
    assert not torch.allclose(model.last(x, torch.full_like(weights, 1 / Reviews.length)), model(tokens))


def test_leave_one_out_agrees_with_a_loop():
    model, tokens = reader(Reviews), draw(Reviews)
    got = leave_one_out(model, tokens, Reviews.blank)  # (B, T)
    for place in range(1, Reviews.length):
        changed = tokens.clone()
        changed[:, place] = Reviews.blank
        expected = (model(changed) - model(tokens)).abs()  # (B,)
        assert torch.allclose(got[:, place - 1], expected), f"{place}번 자리의 제거가 loop와 다르다. 한 번에 한 자리만 바꾸는지 본다."
    other = leave_one_out(model, tokens, Reviews.NEGATION)
    assert not torch.allclose(got, other), "대조가 서지 않는다: 무엇으로 바꾸어도 같다."


def test_leave_one_out_of_the_score_is_the_truth():
    """부정어의 참 중요도는 그 앞말의 값의 두 배다."""
    tokens = review("배우", "감동적이다", "-지 않다", "좋다", "그")
    assert leave_one_out(Reviews.score, tokens, Reviews.blank).tolist() == [[0, 2, 4, 1, 0]]


def test_attention_weight_is_the_row_of_the_question():
    """head를 평균한 0번 행이고, 묻는 자리의 몫까지 더하면 1이다."""
    model, tokens = reader(Reviews), draw(Reviews)
    block, x = model.blocks[-1], model.below(model.token(tokens))
    row = block.attention(block.norm1(x))[1].mean(dim=1)[:, 0]  # (B, S)
    assert torch.allclose(attention_weight(model, tokens), row[:, 1:]) and torch.allclose(row.sum(dim=1), torch.ones(20).double())


def test_value_weighted_is_the_size_of_one_tokens_share():
    """가중치를 token 하나만 남기고 지운 attention의 출력에서 bias를 뺀 것의 크기다. 대조: 가중치만으로는 다르다."""
    model, tokens = reader(Reviews), draw(Reviews)
    x, attention = model.below(model.token(tokens)), model.blocks[-1].attention
    weights, values, total = model.weights(x), model.values(x), 0
    for place in range(Reviews.length):
        only = torch.zeros_like(weights)
        only[..., place] = weights[..., place]
        share = attention.output(attention.merge_heads(only @ values))[:, 0] - attention.output.bias  # (B, D)
        total = total + share
        if place:
            assert torch.allclose(value_weighted(model, tokens)[:, place - 1], share.norm(dim=1)), f"{place}번 자리의 몫이 다르다."
    whole = attention.output(attention.merge_heads(weights @ values))[:, 0] - attention.output.bias
    assert torch.allclose(total, whole), "token의 몫을 모두 더하면 attention의 출력이어야 한다."
    ratio = value_weighted(model, tokens) / attention_weight(model, tokens)
    assert ratio.std() > 1e-3, "대조가 서지 않는다: 값의 크기가 모두 같다."


def test_gradient_size_agrees_with_finite_differences():
    model, tokens = reader(Reviews), draw(Reviews, 2)
    embedded, h = model.token(tokens), 1e-5  # (B, S, D)
    slopes = torch.zeros_like(embedded)
    for s in range(Reviews.length):
        for d in range(embedded.shape[2]):
            step = torch.zeros_like(embedded)
            step[:, s, d] = h
            slopes[:, s, d] = (model.last(model.below(embedded + step)) - model.last(model.below(embedded - step))) / (2 * h)
    assert torch.allclose(gradient_size(model, tokens), slopes.norm(dim=2)[:, 1:], atol=1e-8)


def test_agreement_by_hand():
    """짝 셋 가운데 둘이 맞고 하나가 틀리면 1/3이다. 기준이 같다고 한 짝은 세지 않는다."""
    reference = torch.tensor([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [0.0, 0.0, 3.0]])
    importance = torch.tensor([[5.0, 6.0, 7.0], [3.0, 2.0, 1.0], [2.0, 1.0, 3.0], [9.0, 1.0, 5.0]])
    assert torch.allclose(agreement(importance, reference), torch.tensor([1, -1, 1 / 3, 0]))
    assert agreement(importance, torch.zeros(4, 3)).isnan().all()


def test_agreement_ignores_scale_and_order_of_tokens():
    values = torch.rand(2, 30, 8, generator=torch.Generator().manual_seed(0))
    order = torch.randperm(8, generator=torch.Generator().manual_seed(1))
    a, b = values
    assert torch.allclose(agreement(a, b), agreement(a.exp(), 3 * b + 1))
    assert torch.allclose(agreement(a, b), agreement(a[:, order], b[:, order]))
    assert not torch.allclose(agreement(a, b), agreement(a[:, order], b)), "대조가 서지 않는다: 차례를 섞어도 같다."
    many = torch.rand(2, 2000, 8, generator=torch.Generator().manual_seed(2))
    assert agreement(*many).mean().abs() < 0.03, "무관한 두 순서의 평균은 0에 가깝다."


def test_agreement_refuses_other_shapes():
    with pytest.raises(ValueError, match=r"\(2, 3\).*\(2, 4\)"):
        agreement(torch.zeros(2, 3), torch.zeros(2, 4))


def test_hits_accepts_any_of_several_tops():
    reference = torch.tensor([[0.0, 4.0, 4.0], [0.0, 4.0, 1.0]])
    assert hits(torch.tensor([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]), reference).tolist() == [True, False]


def test_other_attention_moves_far_and_keeps_the_score():
    """가중치는 합이 1이고, 평점은 허용한 만큼만 변하고, 적어 낸 거리가 맞다. 허용을 늘리면 더 멀리 간다."""
    model, tokens = reader(Reviews, dtype=torch.float32), draw(Reviews)
    x = model.below(model.token(tokens))
    first, far = model.weights(x), []
    for tolerance in (1e-4, 0.1):
        weights, distance = other_attention(model, tokens, tolerance, steps=60)
        assert torch.allclose(weights.sum(dim=-1), torch.ones(20, 4, 1)) and (weights >= 0).all()
        change = (model.last(x, weights) - model(tokens)).abs().max().item()
        assert change <= tolerance + 1e-6, f"평점이 {change:.2g} 변했다(기대: {tolerance} 이하). 허용을 지킨 것만 남기는지 본다."
        moved = (weights.mean(dim=1) - first.mean(dim=1)).abs().sum(dim=(1, 2)) / 2
        assert torch.allclose(moved, distance, atol=1e-6) and (distance <= 1).all()
        far.append(distance.mean().item())
    assert far[1] > far[0] > 0.05, f"옮긴 양이 {far}이다(기대: 허용이 클수록 더 멀리)."


def test_training_learns_and_repeats_itself():
    """짧게 학습해도 평균만 답하는 것보다 낫고, 같은 seed는 같은 model을 낸다. 전역 난수는 그대로다."""
    torch.manual_seed(5)
    before = torch.get_rng_state()
    first, again, other = (train(Reviews, 1, seed, steps=200) for seed in (0, 0, 1))
    assert torch.equal(torch.get_rng_state(), before)
    assert torch.equal(first.output.weight, again.output.weight) and not torch.equal(first.output.weight, other.output.weight)
    tokens = draw(Reviews, 200)
    learned, untrained = explained(first, Reviews, tokens), explained(reader(Reviews, 1, dtype=torch.float32), Reviews, tokens)
    assert learned > 0.15 > untrained, f"학습한 model이 맞힌 분산은 {learned:.2f}, 하지 않은 것은 {untrained:.2f}이다."
