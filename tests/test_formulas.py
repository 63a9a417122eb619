"""The MathML of a formula has as many parts as it must: listeners and EPUB have nothing else."""

import pytest

from strict_katex import PARTS, well_formed


@pytest.mark.parametrize("tag", PARTS)
def test_parts_are_counted(tag):
    right = f"<span><math><{tag}>{'<mi>x</mi>' * PARTS[tag]}</{tag}></math></span>"
    assert well_formed(right) == right
    with pytest.raises(ValueError, match="MathML이 어긋난다"):
        well_formed(right.replace("<mi>", "<mo>\u2061</mo><mi>", 1))
