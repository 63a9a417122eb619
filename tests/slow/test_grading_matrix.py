"""Every right solution and every mistake graded in the page, beside pytest. Slow (minutes): `make test-slow`."""

import pytest

from solutions.catalogue import NAMES
from tests.browser.conftest import browser, opened, site  # noqa: F401 (fixtures)
from tests.browser.test_runner_grading import disagreements, submissions


@pytest.mark.parametrize("name", NAMES)
def test_page_judges_every_known_file_as_pytest_does(opened, name, tmp_path):  # noqa: F811
    texts = submissions(name)
    assert len(texts) > 30
    with opened(f"exercises/{name}") as visit:
        assert disagreements(visit.page, name, texts, tmp_path) == []
