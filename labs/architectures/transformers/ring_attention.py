"""길이를 rank에 나누어 갖고 key와 value를 고리로 돌리는 attention [Liu 외 2023].

rank마다 query의 한 조각만 갖고, key와 value의 조각은 이웃에게 받아 다음 이웃에게 넘긴다. 받은 조각마다 점수를 셈해 online softmax로 합친다.
backward는 출력의 gradient를 가지고 같은 고리를 한 번 더 돈다. 관례: 모양은 (B, H, T/P, Dh), P는 rank의 수다.
"""

import math

import torch
import torch.distributed as dist


def balanced_order(T, world):
    """causal일 때 일이 고르게 나뉘는 차례: 2P 조각으로 잘라 rank r이 조각 r과 2P-1-r을 갖는다. 반환: (T,) 정수.

    T가 2P로 나누어떨어지지 않으면 ValueError를 낸다.
    """
    if T % (2 * world):
        raise ValueError(f"길이 T={T}를 rank {world}개에 고르게 나눌 수 없다. {2 * world}의 배수가 되게 PAD로 채운다.")
    pieces = torch.arange(T).chunk(2 * world)
    return torch.cat([torch.cat([pieces[r], pieces[2 * world - 1 - r]]) for r in range(world)])


def visible_pairs(order, world):
    """causal에서 rank마다 셈할 (query, key) 짝의 수. query t는 key t+1개를 본다."""
    return [int((part + 1).sum()) for part in order.chunk(world)]


def pass_on(tensors, group):
    """이웃 rank r+1에 보내고 r-1에게서 받는다. 반환: 받을 텐서와, 다 왔는지 기다릴 일."""
    rank, world = dist.get_rank(group), dist.get_world_size(group)
    after, before = (dist.get_global_rank(group, (rank + step) % world) for step in (1, -1))
    received = [torch.empty_like(tensor) for tensor in tensors]
    sends = [dist.P2POp(dist.isend, tensor.contiguous(), after, group) for tensor in tensors]
    receives = [dist.P2POp(dist.irecv, tensor, before, group) for tensor in received]
    return received, dist.batch_isend_irecv(sends + receives)


def wait(works):
    for work in works:
        work.wait()


class RingAttention(torch.autograd.Function):
    """softmax(Q K^T / sqrt(Dh)) V를 조각으로. `ring_attention`으로 부른다."""

    @staticmethod
    def forward(ctx, Q, K, V, q_at, k_at, causal, group):
        world = dist.get_world_size(group)
        peak = Q.new_full((*Q.shape[:-1], 1), -math.inf)  # 지금까지의 행 최댓값
        total, mixed = torch.zeros_like(peak), torch.zeros_like(Q)  # 분모와, 나누기 전의 출력
        block = K, V, k_at
        for step in range(world):
            if step + 1 < world:
                following, works = pass_on(block, group)  # 셈하는 동안 다음 조각이 온다
            k, v, at = block
            scores = masked_scores(Q, k, q_at, at, causal)  # (B, H, T/P, T/P)
            higher = torch.maximum(peak, scores.amax(dim=-1, keepdim=True))  # (B, H, T/P, 1)
            finite = higher.masked_fill(higher == -math.inf, 0)  # 아직 본 key가 없는 행의 (-inf) - (-inf)를 막는다
            weights, shrink = (scores - finite).exp(), (peak - finite).exp()
            total = total * shrink + weights.sum(dim=-1, keepdim=True)  # (B, H, T/P, 1)
            mixed = mixed * shrink + weights @ v  # (B, H, T/P, Dh)
            peak = higher
            if step + 1 < world:
                wait(works)
                block = following
        output = mixed / total
        ctx.save_for_backward(Q, K, V, q_at, k_at, output, peak + total.log())
        ctx.causal, ctx.group = causal, group
        return output

    @staticmethod
    def backward(ctx, grad):
        Q, K, V, q_at, k_at, output, logsumexp = ctx.saved_tensors
        world, scale = dist.get_world_size(ctx.group), 1 / math.sqrt(Q.shape[-1])
        shared = (grad * output).sum(dim=-1, keepdim=True)  # (B, H, T/P, 1)
        dQ, block, sums = torch.zeros_like(Q), (K, V, k_at), (torch.zeros_like(K), torch.zeros_like(V))
        for _ in range(world):
            k, v, at = block
            weights = (masked_scores(Q, k, q_at, at, ctx.causal) - logsumexp).exp()  # (B, H, T/P, T/P)
            d_scores = weights * (grad @ v.mT - shared) * scale  # (B, H, T/P, T/P)
            dQ = dQ + d_scores @ k
            dK, dV = sums[0] + d_scores.mT @ Q, sums[1] + weights.mT @ grad  # 조각의 gradient도 조각과 함께 돈다
            received, works = pass_on((*block, dK, dV), ctx.group)
            wait(works)
            block, sums = tuple(received[:3]), tuple(received[3:])
        return dQ, *sums, None, None, None, None  # 한 바퀴 돌아 제 조각의 gradient가 왔다


def masked_scores(Q, K, q_at, k_at, causal):
    """조각의 점수. 위치 k_at이 q_at보다 뒤인 key는 -inf다."""
    scores = Q @ K.mT / math.sqrt(Q.shape[-1])  # (B, H, T/P, T/P)
    return scores.masked_fill(k_at > q_at[:, None], -math.inf) if causal else scores


def ring_attention(Q, K, V, positions, causal=True, group=None):
    """Q, K, V: (B, H, T/P, Dh), 이 rank의 조각. positions: (T/P,) 정수, 조각의 원래 위치. 반환: (B, H, T/P, Dh)."""
    return RingAttention.apply(Q, K, V, positions, positions, causal, group or dist.group.WORLD)


def ring_bytes(world, B, H, T, Dh, itemsize=4, backward=True):
    """rank 하나가 한 층에서 보내는 byte. forward는 key와 value를 P-1번, backward는 그 둘과 gradient 둘을 P번 넘긴다.

    조각의 위치(정수 8 byte씩)도 함께 넘긴다.
    """
    piece, place = B * H * (T // world) * Dh * itemsize, 8 * (T // world)
    forward = (world - 1) * (2 * piece + place)
    return forward + (world * (4 * piece + place) if backward else 0)
