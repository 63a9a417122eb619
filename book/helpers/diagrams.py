"""본문의 block 그림. 상자와 화살표만 쓰고, 글꼴과 색은 `bookfig`를 따른다."""

import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch

from bookfig import INK, MINT, PAPER, SAND, SKY

ATTENTION, NORM, FFN, PLAIN = SKY, SAND, MINT, PAPER


def canvas(width, height):
    """단위가 글자 크기에 맞는 빈 판."""
    figure, ax = plt.subplots(figsize=(width, height))
    ax.set_xlim(0, width)
    ax.set_ylim(0, height)
    ax.axis("off")
    return ax


def box(ax, x, y, text, color, width=1.7, height=0.36):
    """(x, y)를 중심으로 하는 상자."""
    corner = (x - width / 2, y - height / 2)
    ax.add_patch(FancyBboxPatch(corner, width, height, "round,pad=0,rounding_size=0.06", facecolor=color, edgecolor=INK))
    ax.text(x, y, text, ha="center", va="center", fontsize=11)


def arrow(ax, *points):
    """점을 차례로 잇고 끝에 화살촉을 단다."""
    for start, end in zip(points[:-2], points[1:-1], strict=True):
        ax.plot(*zip(start, end, strict=True), color=INK, linestyle="-", marker="", linewidth=1.2)
    style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=points[-1], xytext=points[-2], arrowprops=style)


def plus(ax, x, y):
    ax.text(x, y, "+", ha="center", va="center", fontsize=12, bbox={"boxstyle": "circle,pad=0.12", "facecolor": PAPER, "edgecolor": INK})


def sublayer(ax, x, y, name, color, pre):
    """residual connection이 둘러싼 sub-layer 하나. y는 갈라지는 곳, 반환값은 합쳐진 뒤의 높이다."""
    inner, outer = (("LayerNorm", NORM), (name, color)) if pre else ((name, color), ("LayerNorm", NORM))
    joined = y + (1.42 if pre else 0.92)
    arrow(ax, (x, y), (x, y + 0.24))
    box(ax, x, y + 0.42, *inner)
    if pre:
        arrow(ax, (x, y + 0.6), (x, y + 0.76))
        box(ax, x, y + 0.94, *outer)
        arrow(ax, (x, y + 1.12), (x, joined - 0.14))
    else:
        arrow(ax, (x, y + 0.6), (x, joined - 0.14))
    arrow(ax, (x, y + 0.1), (x - 1.1, y + 0.1), (x - 1.1, joined), (x - 0.14, joined))
    plus(ax, x, joined)
    if pre:
        return joined + 0.14
    arrow(ax, (x, joined + 0.14), (x, joined + 0.3))
    box(ax, x, joined + 0.48, *outer)
    return joined + 0.66


def pre_and_post_norm():
    """같은 두 sub-layer를 두 가지 순서로 쌓은 그림."""
    ax = canvas(5.4, 4.4)
    for x, pre, title in ((1.45, True, "pre-norm"), (4.2, False, "post-norm")):
        ax.text(x, 4.2, title, ha="center", va="center", fontsize=14)
        ax.text(x, 0.12, "x", ha="center", va="center")
        top = sublayer(ax, x, 0.26, "attention", ATTENTION, pre)
        top = sublayer(ax, x, top, "FFN", FFN, pre)
        arrow(ax, (x, top), (x, top + 0.3))
        ax.text(x, top + 0.42, "y", ha="center", va="center")


def stack(ax, x, y, names):
    """아래에서 위로 쌓은 상자. 반환값은 상자마다의 높이와 맨 위다."""
    centres = []
    for name, color in names:
        arrow(ax, (x, y), (x, y + 0.2))
        box(ax, x, y + 0.38, name, color, width=2.0)
        centres.append(y + 0.38)
        y += 0.56
    return centres, y


def encoder_and_decoder():
    """encoder와 decoder가 cross-attention으로 이어지는 그림."""
    ax = canvas(5.4, 3.9)
    left, right = 1.25, 4.1
    for x, source, title in ((left, "입력", "encoder × N"), (right, "지금까지의 출력", "decoder × N")):
        ax.text(x, 0.14, source, ha="center", va="center")
        ax.text(x, 3.72, title, ha="center", va="center", fontsize=14)
    _, top = stack(ax, left, 0.3, [("token + 위치", PLAIN), ("self-attention", ATTENTION), ("FFN", FFN)])
    centres, end = stack(
        ax,
        right,
        0.3,
        [
            ("token + 위치", PLAIN),
            ("causal self-attention", ATTENTION),
            ("cross-attention", ATTENTION),
            ("FFN", FFN),
            ("다음 token", PLAIN),
        ],
    )
    cross = centres[2]
    arrow(ax, (left, top), (left, top + 0.42), (2.68, top + 0.42), (2.68, cross), (right - 1.0, cross))
    ax.text(left, top + 0.6, "memory (key, value)", ha="center", va="center", fontsize=11)
