"""The table of terms binds the pages: small texts that break it, and near ones that do not."""

import pytest

from gate.book import Book
from gate.terminology import TABLE, comments, entries, read, terminology, unexplained, wrong_forms

KNOWN = {
    "attention": ["어텐션"],
    "mask": ["마스크"],
    "causal mask": ["인과 마스크"],
    "위치 인코딩": ["positional encoding", "PE"],
    "key": ["키"],
}


def faults(source):
    text, title = read(source, "쪽")
    news = {form: others for form, others in KNOWN.items() if not any(word in title for word in (form, *others))}
    return wrong_forms(text, KNOWN) + unexplained(text, news)


@pytest.mark.parametrize(
    "source",
    [
        "attention(어텐션)은 섞는다. attention은 mask(마스크)를 받는다.",
        "**attention**(어텐션)은 섞는다.",
        "위치 인코딩(positional encoding, PE)을 더한다.",
        "위치 인코딩(사인, positional encoding)을 더한다.",
        "causal mask(인과 마스크)를 건다.",  # holds the word mask, and introduces only itself
        "`attention`과 [attention](#x)과 {ref}`attention <x>`는 code와 링크다.",
        "# Attention과 attention\n\n| attention |\n|---|\n\n> **가**: attention 봤어?\n",
        "```python\nattention()\n```\n",
        "~~~{code-cell}\nattention()\n~~~\n",
        "```{math}\n\\mathrm{PE}\n```\n\n글이다.\n\n```{code-cell}\nattention\n```\n",
        "self-attention은 다른 말이다.",
        "정답을 열쇠(key)라 한다.",
        "---\nkorean: 어텐션\nenglish: attention\ndefinition: attention은 섞는다.\n---\n\nattention이다.",
        "---\nkorean: 층\nenglish: layer\ndefinition: attention(어텐션)이 든 것이다.\n---\n\nattention이다.",
    ],
)
def test_right_texts_pass(source):
    assert faults(source) == []


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("attention은 섞는다.", "attention("),
        ("글이다.\n\nattention은 섞는다. attention(어텐션)이다.", "attention("),
        ("attention(주의)은 섞는다.", "attention("),
        ("causal mask(인과 마스크)와 mask를 쓴다.", "mask("),
        ("어텐션은 섞는다.", "인데 어텐션"),
        ("attention(어텐션)을 마스크로 가린다.", "인데 마스크"),
        ("```{math}\nx\n```\n\nattention은 섞는다.\n\n```{code-cell}\ny\n```\n", "attention("),
        ("---\nkorean: 층\nenglish: layer\ndefinition: attention이 든 것이다.\n---\n", "attention("),
    ],
)
def test_wrong_texts_are_named(source, word):
    assert any(word in fault for fault in faults(source)), faults(source)


def test_words_in_the_comments_of_cells_have_the_books_form():
    source = "```{code-cell}\nx = mask(1)  # 마스크를 건다\ny = '#마스크'\n```\n\n`# 마스크`\n"
    assert len(wrong_forms(comments(source), KNOWN)) == 1
    assert wrong_forms(comments(source.replace("마스크를", "mask를")), KNOWN) == []


ROWS = f"{TABLE}\n# 용어\n\n| 이 책 | 다른 꼴 |\n|---|---|\n| attention | 어텐션 |\n"


@pytest.mark.parametrize(
    ("notation", "page", "says"),
    [
        (ROWS, "# 쪽\n\nattention(어텐션)이다.\n", []),
        (ROWS, "# 쪽\n\nattention이다.\n", ["첫 언급"]),
        (ROWS.replace(TABLE, "(terms)="), "# 쪽\n\nattention이다.\n", [TABLE]),
    ],
)
def test_pages_are_held_to_the_table_of_the_notation_page(tmp_path, notation, page, says):
    (tmp_path / "book").mkdir()
    for name, text in {"_toc.yml": "root: notation\nchapters:\n- file: page\n", "book/notation.md": notation, "book/page.md": page}.items():
        (tmp_path / name).write_text(text, "utf-8")
    faults = terminology(Book(tmp_path))
    assert len(faults) == len(says) and all(word in fault.text for fault, word in zip(faults, says, strict=True))


def test_page_without_file_is_left_to_the_execution(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "_toc.yml").write_text("root: notation\nchapters:\n- file: nowhere\n", "utf-8")
    (tmp_path / "book" / "notation.md").write_text(ROWS, "utf-8")
    assert terminology(Book(tmp_path)) == []


@pytest.mark.parametrize(("wrong", "says"), [("", 0), ("nothing: 1\n", 1)])
def test_head_of_an_entry_is_read_before_anything_runs(tmp_path, wrong, says):
    folder = tmp_path / "book" / "encyclopedia"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text("---\ncategories: [가림]\n---\n", "utf-8")
    keys = "korean: 마스크\nenglish: mask\ncategory: 가림\ndefinition: 가린다.\nrelated: [mask-two]\nanchors: [a]\naliases: [가리개]\n"
    (folder / "mask.md").write_text(f"---\n{keys}{wrong}---\n", "utf-8")
    other = (
        keys.replace("마스크", "둘째")
        .replace("english: mask", "english: second")
        .replace("mask-two", "mask")
        .replace("가리개", "둘째 가리개")
    )
    (folder / "mask-two.md").write_text(f"---\n{other}---\n", "utf-8")
    faults = entries(Book(tmp_path))
    assert len(faults) == says and all(fault.where == "book/encyclopedia/mask.md" for fault in faults)
