"""The colours of the figures: each is read on its page, and each two differ for readers with and without deuteranopia."""

import itertools
import re
from pathlib import Path

import matplotlib
import numpy as np
import pytest

import bookfig

ROOT = Path(__file__).resolve().parents[1]
LINES = ["blue", "orange", "green", "purple"]
# Machado, Oliveira and Fernandes 2009: what is left of linear RGB without the medium cones.
DEUTERANOPIA = np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]])
XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])


def dark_palette():
    css = (ROOT / "book" / "assets" / "book.css").read_text("utf-8")
    return dict(re.findall(r"--fig-(\w+): (#[0-9a-f]{6})", css))


PALETTES = {"light": (bookfig.PALETTE, "#ffffff"), "dark": (dark_palette(), "#14181e")}


def linear(colour):
    value = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    high, low = sorted((0.05 + XYZ[1] @ linear(colour) for colour in (one, other)), reverse=True)
    return high / low


def lab(rgb):
    ratio = XYZ @ np.clip(rgb, 0, 1) / (XYZ @ np.ones(3))
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one, other, seen_by):
    return float(np.linalg.norm(lab(seen_by @ linear(one)) - lab(seen_by @ linear(other))))


@pytest.mark.parametrize("theme", PALETTES)
def test_lines_stand_out_from_the_page(theme):
    palette, page = PALETTES[theme]
    assert set(palette) == set(bookfig.PALETTE)
    assert {name: contrast(palette[name], page) for name in LINES if contrast(palette[name], page) < 3} == {}
    assert contrast(palette["ink"], page) > 7


@pytest.mark.parametrize("seen_by", [np.eye(3), DEUTERANOPIA], ids=["all cones", "deuteranopia"])
@pytest.mark.parametrize("theme", PALETTES)
def test_colours_of_lines_differ(theme, seen_by):
    palette, _ = PALETTES[theme]
    close = {pair: distance(*(palette[name] for name in pair), seen_by) for pair in itertools.combinations(LINES, 2)}
    assert {pair: value for pair, value in close.items() if value < 10} == {}


def test_lines_differ_in_shape_too():
    cycle = list(matplotlib.rcParams["axes.prop_cycle"])
    for what in ("linestyle", "marker"):
        shapes = [entry[what] for entry in cycle]
        assert len(set(shapes)) == len(shapes) == len(LINES), what


def test_red_and_green_of_one_lightness_fail():
    red, green = "#c05050", "#6f8a3a"
    assert distance(red, green, np.eye(3)) > 40
    assert distance(red, green, DEUTERANOPIA) < 10
    assert contrast("#999999", "#ffffff") < 3 < contrast("#767676", "#ffffff")
