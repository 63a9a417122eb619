"""책의 그림이 함께 쓰는 글꼴과 색. 쪽의 첫 cell에서 `import bookfig`로 부르면 그 뒤의 그림에 모두 적용된다."""

from importlib.util import find_spec
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
from matplotlib import font_manager, scale, ticker
from matplotlib_inline.backend_inline import set_matplotlib_formats

# 색각이 달라도 갈리는 색이다(Okabe·Ito의 팔레트). 쪽에 실리면 같은 이름의 CSS 변수가 되어 어두운 화면에서 밝아진다.
PALETTE = {
    "ink": "#1b1e24",
    "grid": "#d5d9e0",
    "paper": "#fdfdfe",
    "blue": "#0072b2",
    "orange": "#c65102",
    "green": "#00785a",
    "purple": "#a04a82",
    "sky": "#cfe3f3",
    "sand": "#f6e3c5",
    "mint": "#cdeadf",
}
INK, GRID, PAPER, BLUE, ORANGE, GREEN, PURPLE, SKY, SAND, MINT = PALETTE.values()

_fonts = Path(find_spec("koreanize_matplotlib").origin).parent / "fonts"
font_manager.fontManager.addfont(_fonts / "NanumGothic.ttf")

matplotlib.rcParams.update(
    {
        "font.family": ["NanumGothic", "DejaVu Sans"],
        "font.size": 12,
        "axes.titlesize": 12,
        "figure.figsize": (5.4, 3.0),
        "figure.constrained_layout.use": True,
        "axes.unicode_minus": False,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.prop_cycle": matplotlib.cycler(
            color=[BLUE, ORANGE, GREEN, PURPLE], linestyle=["-", "--", ":", "-."], marker=["o", "s", "^", "D"]
        ),
        "grid.color": GRID,
        "legend.frameon": False,
        "image.cmap": "cividis",
        "svg.fonttype": "none",  # 글자가 글자로 남아 찾고 읽을 수 있다
        "svg.hashsalt": "attention-book",  # 같은 그림은 언제 그려도 같은 바이트다
        "savefig.transparent": True,
        **{key: INK for key in ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")},
        **{key: "none" for key in ("figure.facecolor", "axes.facecolor", "savefig.facecolor")},
    }
)


class LogLabels(ticker.LogFormatterSciNotation):
    """10의 거듭제곱. 나눔고딕에는 지수에 올 빼기 부호(U+2212)가 없어 글꼴을 DejaVu로 돌린다."""

    def __call__(self, x, pos=None):
        return super().__call__(x, pos).replace(r"\mathdefault", r"\mathrm")


class LogScale(scale.LogScale):
    def __init__(self, *unused, **options):  # axis. matplotlib 3.11부터는 주지 않는다
        super().__init__(None, **options)

    def set_default_locators_and_formatters(self, axis):
        super().set_default_locators_and_formatters(axis)
        axis.set_major_formatter(LogLabels(self.base))
        axis.set_minor_formatter(LogLabels(self.base, labelOnlyBase=self.subs is not None))


scale.register_scale(LogScale)
set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None}, bbox_inches=None)


def heatmap(ax, values, *, hidden=None, vmin=None, vmax=None, cmap=None, digits=None):
    """작은 행렬을 칸으로 그린다. hidden이 True인 칸은 비우고 빗금을 친다."""
    rows, columns = values.shape
    image = ax.imshow(values, vmin=vmin, vmax=vmax, cmap=cmap, aspect="auto", interpolation="nearest")
    ax.grid(False)
    if hidden is not None:
        for row, column in zip(*hidden.nonzero(), strict=True):
            ax.add_patch(plt.Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=PAPER, edgecolor=INK, hatch="////", linewidth=0))
    if digits is not None:
        for row in range(rows):
            for column in range(columns):
                if hidden is None or not hidden[row, column]:
                    red, green, blue, _ = image.cmap(image.norm(values[row, column]))
                    dark = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5  # 배경의 밝기로 글자색을 고른다
                    text = f"{values[row, column]:.{digits}f}"
                    ax.text(column, row, text, ha="center", va="center", color="white" if dark else "black", fontsize=10)
    return image
