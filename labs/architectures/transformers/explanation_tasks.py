"""무엇이 중요한지 미리 아는 두 과제와, 그것을 푸는 작은 model이다. attention을 설명으로 읽어도 되는지 시험할 때 쓴다.

token 열 (B, S)에서 0번 자리는 묻는 token이고 나머지 T = S - 1자리가 읽을 token이다. 정답은 아는 식 `score`가
주므로, 자리 하나를 `blank`로 바꾸었을 때 정답이 얼마나 변하는지도 안다. `blank`는 학습 자료에도 나오는 token이다.
"""

import torch
from torch import nn

from attention_block import AttentionBlock


class Reviews:
    """감상평의 평점: 평가하는 말의 값을 더하되, 바로 뒤에 '-지 않다'가 오면 부호를 뒤집는다."""

    FILLERS = ("그", "영화", "배우", "음악", "장면", "정말")
    VALUED = (
        ("훌륭하다", 2), ("감동적이다", 2), ("좋다", 1), ("괜찮다", 1),
        ("지루하다", -1), ("어설프다", -1), ("끔찍하다", -2), ("형편없다", -2),
    )  # fmt: skip
    WORDS = ("[평점]", "-지 않다", *FILLERS, *(word for word, _ in VALUED))
    NEGATION, BLANK, FIRST_VALUE = 1, 2, 2 + len(FILLERS)

    size, length, blank = len(WORDS), 9, BLANK
    values = torch.tensor([0.0] * FIRST_VALUE + [float(value) for _, value in VALUED])  # (size,)

    @classmethod
    def draw(cls, n, generator):
        """감상평 n개: (B, S). 자리의 셋 가운데 하나쯤이 평가하는 말이고, 그 셋 가운데 하나쯤을 부정한다."""
        shape = (n, cls.length - 1)
        tokens = torch.randint(cls.BLANK, cls.FIRST_VALUE, shape, generator=generator)  # (B, T)
        words = torch.randint(cls.FIRST_VALUE, cls.size, shape, generator=generator)  # (B, T)
        valued = torch.rand(shape, generator=generator) < 0.35  # (B, T)
        tokens = torch.where(valued, words, tokens)
        after = torch.zeros(shape, dtype=torch.bool)
        after[:, 1:] = valued[:, :-1]
        chance = torch.where(after, 0.35, 0.05)  # 평가하는 말이 없는 자리에도 드물게 온다: 그때는 아무 일도 하지 않는다
        negated = torch.rand(shape, generator=generator) < chance
        tokens = torch.where(negated, cls.NEGATION, tokens)
        return torch.cat([torch.zeros(n, 1, dtype=torch.long), tokens], dim=1)  # (B, S)

    @classmethod
    def score(cls, tokens):
        """감상평의 평점: (B, S) -> (B,)."""
        sign = torch.ones(tokens.shape)  # (B, S)
        sign[:, :-1] -= 2.0 * (tokens[:, 1:] == cls.NEGATION)
        return (cls.values[tokens] * sign).sum(dim=1)


class Stations:
    """관측소 찾기: 관측소와 값의 짝이 늘어선 데서 묻는 관측소의 값을 답한다. 없으면 0이다."""

    N, READINGS = 12, torch.tensor([-2.0, -1.0, 1.0, 2.0])

    size, length, blank = 1 + N + N * len(READINGS), 9, 0

    @classmethod
    def draw(cls, n, generator):
        """관측 n묶음: (B, S). 관측소는 겹치지 않고, 한 자리쯤은 비며, 묻는 관측소가 없을 때도 있다."""
        order = torch.rand(n, cls.N, generator=generator).argsort(dim=1)  # (B, N)
        stations = order[:, : cls.length - 1]  # (B, T)
        kinds = torch.randint(len(cls.READINGS), stations.shape, generator=generator)  # (B, T)
        tokens = 1 + cls.N + stations * len(cls.READINGS) + kinds  # (B, T)
        missing = torch.rand(stations.shape, generator=generator) < 0.1  # (B, T)
        asked = 1 + torch.randint(cls.N, (n, 1), generator=generator)  # (B, 1)
        return torch.cat([asked, torch.where(missing, cls.blank, tokens)], dim=1)  # (B, S)

    @classmethod
    def score(cls, tokens):
        """묻는 관측소의 값: (B, S) -> (B,)."""
        pair = tokens[:, 1:] - 1 - cls.N  # (B, T), 빈 자리는 음수다
        found = pair.div(len(cls.READINGS), rounding_mode="floor") == tokens[:, :1] - 1  # (B, T)
        return (cls.READINGS[pair % len(cls.READINGS)] * found).sum(dim=1)


class Reader(nn.Module):
    """0번 자리의 마지막 벡터에서 평점을 읽는 pre-norm encoder. 위치는 학습한다.

    task: 위의 과제 하나. n_layers: block의 수. 나머지는 `AttentionBlock`과 같다.
    """

    def __init__(self, task, n_layers, d_model=32, n_heads=4):
        super().__init__()
        self.token = nn.Embedding(task.size, d_model)
        self.position = nn.Embedding(task.length, d_model)
        self.blocks = nn.ModuleList(AttentionBlock(d_model, n_heads, 2 * d_model) for _ in range(n_layers))
        self.norm = nn.LayerNorm(d_model)
        self.output = nn.Linear(d_model, 1)
        for embedding in (self.token, self.position):
            nn.init.normal_(embedding.weight, std=0.5)

    def forward(self, tokens):
        """(B, S) -> 평점 (B,)."""
        return self.last(self.below(self.token(tokens)))

    def below(self, embedded):
        """마지막 block 앞까지: token의 embedding (B, S, D) -> (B, S, D)."""
        x = embedded + self.position.weight  # (B, S, D)
        for block in self.blocks[:-1]:
            x = block(x)  # (B, S, D)
        return x

    def last(self, x, weights=None):
        """마지막 block에서 0번 자리만 셈해 평점을 낸다: (B, S, D) -> (B,).

        weights: (B, H, 1, S). 주면 model이 정한 가중치 대신 쓴다.
        """
        block = self.blocks[-1]
        if weights is None:
            weights = self.weights(x)  # (B, H, 1, S)
        heads = weights @ self.values(x)  # (B, H, 1, Dh)
        h = x[:, :1] + block.attention.output(block.attention.merge_heads(heads))  # (B, 1, D)
        h = h + block.feed_forward(block.norm2(h))  # (B, 1, D)
        return self.output(self.norm(h))[:, 0, 0]  # (B,)

    def weights(self, x):
        """마지막 block의 0번 자리가 정한 가중치: (B, S, D) -> (B, H, 1, S)."""
        block = self.blocks[-1]
        return block.attention(block.norm1(x))[1][:, :, :1]

    def values(self, x):
        """마지막 block의 value: (B, S, D) -> (B, H, S, Dh)."""
        block = self.blocks[-1]
        return block.attention.split_heads(block.attention.value(block.norm1(x)))


def train(task, n_layers, seed, steps=600, batch=64):
    """`Reader`를 Adam으로 학습해 낸다. 초깃값과 자료가 모두 seed에서 나온다. CPU thread 하나에서 5초쯤 걸린다."""
    with torch.random.fork_rng(devices=[]):  # 전역 난수를 건드리지 않는다
        torch.manual_seed(seed)
        model = Reader(task, n_layers)
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 5e-3, total_steps=steps, cycle_momentum=False)
    for _ in range(steps):
        tokens = task.draw(batch, generator)  # (B, S)
        loss = (model(tokens) - task.score(tokens)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.requires_grad_(False)


def explained(model, task, tokens):
    """평점의 분산 가운데 model이 맞힌 비율. 1이면 모두 맞고, 평균만 답하면 0이다."""
    error = model(tokens) - task.score(tokens)  # (B,)
    return 1 - (error.square().mean() / task.score(tokens).var(correction=0)).item()
