"""token마다의 중요도를 네 가지로 재고, 순서가 얼마나 맞는지 견준다. 과제와 model은 explanation_tasks.py에 있다.

재는 것은 모두 (B, T)이다. 묻는 token인 0번 자리는 빼고, 읽는 token T개만 견준다.
"""

import torch


def attention_weight(model, tokens):
    """마지막 층에서 묻는 자리가 token에 준 가중치, head의 평균: (B, S) -> (B, T)."""
    return model.weights(model.below(model.token(tokens))).mean(dim=1)[:, 0, 1:]


def value_weighted(model, tokens):
    """token에서 출력으로 온 벡터의 크기 |sum_h w_h (v_h W_O,h)| [Kobayashi 외 2020, 식 (2)]: (B, S) -> (B, T)."""
    x = model.below(model.token(tokens))  # (B, S, D)
    scaled = model.weights(x).mT * model.values(x)  # (B, H, S, 1) * (B, H, S, Dh) -> (B, H, S, Dh)
    attention = model.blocks[-1].attention
    moved = attention.merge_heads(scaled) @ attention.output.weight.T  # (B, S, D), bias는 token이 가져온 것이 아니다
    return moved.norm(dim=-1)[:, 1:]


def gradient_size(model, tokens):
    """평점을 token의 embedding으로 미분한 것의 크기: (B, S) -> (B, T)."""
    embedded = model.token(tokens).detach().requires_grad_()  # (B, S, D)
    score = model.last(model.below(embedded))  # (B,)
    return torch.autograd.grad(score.sum(), embedded)[0].norm(dim=-1)[:, 1:]


def leave_one_out(score, tokens, blank):
    """token을 하나씩 blank로 바꾸었을 때 평점이 변한 크기: (B, S) -> (B, T).

    score: (N, S)를 (N,)으로 바꾸는 함수. model이면 model의 중요도, 정답의 식이면 참값이다.
    """
    B, S = tokens.shape
    changed = tokens[:, None].repeat(1, S - 1, 1)  # (B, T, S)
    index = torch.arange(S - 1)
    changed[:, index, index + 1] = blank
    scores = score(changed.flatten(0, 1)).view(B, S - 1)  # (B*T,) -> (B, T)
    return (scores - score(tokens)[:, None]).abs()


def agreement(importance, reference):
    """중요도의 순서가 기준의 순서와 맞는 정도: (B, T) 둘 -> (B,).

    기준이 앞뒤를 정한 짝에서 (맞은 짝 - 틀린 짝) / 짝의 수다. 같은 값이 없으면 Kendall의 순위상관과 같다.
    기준의 값이 모두 같은 행은 NaN이다.
    """
    if importance.shape != reference.shape:
        raise ValueError(
            f"중요도 {tuple(importance.shape)}와 기준 {tuple(reference.shape)}의 모양이 다르다. 같은 token의 값을 같은 순서로 준다."
        )
    i, j = torch.triu_indices(importance.shape[-1], importance.shape[-1], offset=1)  # 2 x (T*(T-1)/2,)
    ours = (importance[:, i] - importance[:, j]).sign()  # (B, T*(T-1)/2)
    theirs = (reference[:, i] - reference[:, j]).sign()
    return (ours * theirs).sum(dim=1) / theirs.abs().sum(dim=1)


def hits(importance, reference):
    """중요도가 으뜸으로 꼽은 token이 기준에서도 으뜸인지: (B, T) 둘 -> (B,) boolean."""
    chosen = importance.argmax(dim=1, keepdim=True)  # (B, 1)
    return reference.gather(1, chosen)[:, 0] == reference.amax(dim=1)


def other_attention(model, tokens, tolerance=0.05, steps=150, seed=0):
    """평점을 tolerance까지만 바꾸면서 마지막 층의 가중치를 되도록 멀리 옮긴다 [Jain·Wallace 2019, 4.2절을 따랐다].

    tokens: (B, S). 반환: 옮긴 가중치 (B, H, 1, S)와, head를 평균한 가중치가 옮겨 간 거리 (B,). 거리는 total
    variation이라 0이면 그대로이고 1이면 겹치는 데가 없다. 평점을 지키는 것을 찾지 못하면 처음 가중치를 낸다.
    """
    x = model.below(model.token(tokens)).detach()  # (B, S, D)
    first = model.weights(x).detach()  # (B, H, 1, S)
    score = model.last(x, first).detach()  # (B,)
    noise = torch.randn(first.shape, generator=torch.Generator().manual_seed(seed))
    logits = (first.log() + noise).requires_grad_()  # (B, H, 1, S), 잡음이 없으면 거리의 gradient가 0이다
    optimizer = torch.optim.Adam([logits], lr=0.1)
    best, farthest = first.clone(), torch.zeros(len(tokens))  # (B, H, 1, S), (B,)
    for _ in range(steps):
        weights = logits.softmax(dim=-1)  # (B, H, 1, S)
        change = (model.last(x, weights) - score).abs()  # (B,)
        distance = (weights.mean(dim=1) - first.mean(dim=1)).abs().sum(dim=(1, 2)) / 2  # (B,)
        better = (change <= tolerance) & (distance > farthest)  # (B,)
        best[better], farthest[better] = weights[better].detach(), distance[better].detach()
        optimizer.zero_grad()
        (4 * (change - tolerance / 2).relu() - distance).sum().backward()
        optimizer.step()
    return best, farthest
