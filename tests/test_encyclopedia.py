"""The encyclopedia: what its front matter must say, how names are ordered, which mentions become links, the map, the scaffold."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from docutils import nodes
from lxml import etree

from encyclopedia import SECTIONS
from gate.new_entry import PAGE, new_entry
from symbol_links import read_symbols
from term_cards import is_running, mention_pattern
from term_map import draw
from terms import collation, initial, read_terms

ENTRIES = Path(__file__).resolve().parents[1] / "book" / "encyclopedia"
FRONT = {
    "korean": "소프트맥스",
    "english": "softmax",
    "category": "원리",
    "definition": "점수를 가중치로 바꾸는 함수다.",
    "related": "[mask]",
    "anchors": "[sdpa]",
    "aliases": "[소프트 맥스]",
}
MASK = FRONT | {"korean": "마스크", "english": "mask", "related": "[softmax]", "aliases": "[가리개]"}


def write(folder, **entries):
    (folder / "index.md").write_text("---\ncategories: [원리, 마스크]\n---\n\n# 사전\n", "utf-8")
    for id_, front in entries.items():
        lines = "\n".join(f"{key}: {value}" for key, value in front.items())
        (folder / f"{id_}.md").write_text(f"---\nfile_format: mystnb\n{lines}\n---\n\n# 쪽\n", "utf-8")
    return read_terms(folder)


def test_healthy_entries_have_no_faults(tmp_path):
    terms, categories, faults = write(tmp_path, softmax=FRONT, mask=MASK)
    assert faults == [] and list(terms) == ["mask", "softmax"] and categories == ["원리", "마스크"]
    assert terms["softmax"].title == "소프트맥스(softmax)" and terms["softmax"].docname == "encyclopedia/softmax"


def test_book_without_an_encyclopedia_has_no_terms(tmp_path):
    assert read_terms(tmp_path / "none") == ({}, [], [])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"related": "[mask, rope]"}, "softmax: related의 rope"),
        ({"related": "[mask, softmax]"}, "softmax: related의 softmax"),
        ({"related": "[mask, mask]"}, "softmax: related의 mask"),
        ({"related": "[]"}, "softmax: related에 mask가 없다"),
        ({"category": "없는 갈래"}, "softmax: category 없는 갈래"),
        ({"definition": ""}, "softmax: 머리말에 definition"),
        ({"formule": "x"}, "softmax: 머리말에 모르는 항목 formule"),
        ({"aliases": "[MASK]"}, "mask: 이름 mask"),
    ],
)
def test_each_fault_is_told_with_its_page(tmp_path, change, said):
    faults = write(tmp_path, softmax=FRONT | change, mask=MASK)[2]
    assert any(f"{id_}: {text}".startswith(said) for id_, text in faults), faults


def test_a_name_may_repeat_within_its_own_entry(tmp_path):
    assert write(tmp_path, softmax=FRONT | {"aliases": "[Softmax]"}, mask=MASK)[2] == []


def test_names_stand_in_korean_order_before_latin():
    names = ["softmax", "나", "까치", "ALiBi", "가지", "하나", "RoPE"]
    assert sorted(names, key=collation) == ["가지", "까치", "나", "하나", "ALiBi", "RoPE", "softmax"]
    assert [initial(name) for name in ("가지", "까치", "값", "힣", "softmax", "쌍")] == ["ㄱ", "ㄱ", "ㄱ", "ㅎ", "S", "ㅅ"]


@pytest.fixture
def terms(tmp_path):
    made = write(tmp_path, softmax=FRONT, mask=MASK)[0]
    attention = replace(made["softmax"], id="attention", korean="어텐션", english="attention", related=[])
    own = replace(attention, id="self-attention", korean="자기 어텐션", english="self-attention")
    return made | {"attention": attention, "self-attention": own}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("attention은 섞는다", ["attention"]),
        ("Self-Attention이 attention과 다르다", ["self-attention", "attention"]),
        ("자기 어텐션과 어텐션", ["self-attention", "attention"]),
        ("FlashAttention, cross-attention, attention_map, attention-free", []),
        ("softmax(소프트맥스)", ["softmax", "softmax"]),
        ("unmask, maskrom, mask를", ["mask"]),
    ],
)
def test_mentions_are_whole_words_with_any_particle(terms, text, found):
    pattern, owner = mention_pattern(terms)
    assert [owner[match[0].lower()] for match in pattern.finditer(text)] == found


def test_forms_replace_the_names(terms):
    pattern, owner = mention_pattern({"attention": replace(terms["attention"], forms=["어텐션 층"])})
    assert owner == {"어텐션 층": "attention"} and not pattern.search("attention") and pattern.search("어텐션 층이")


def paragraph(*children):
    return nodes.paragraph("", "", *children)


def test_only_running_text_is_searched():
    plain, bold, code, linked = nodes.Text("a"), nodes.Text("b"), nodes.Text("c"), nodes.Text("d")
    text = paragraph(plain, nodes.strong("", "", bold), nodes.literal("", "", code), nodes.reference("", "", linked))
    title, cell, hidden = nodes.Text("e"), nodes.Text("f"), nodes.Text("g")
    figure = nodes.figure("", nodes.image(), nodes.legend("", paragraph(cell)))
    nodes.section("", nodes.title("", "", title), text, figure, nodes.container("", paragraph(hidden), classes=["no-terms"]))
    running = [node.astext() for node in (plain, bold, code, linked, title, cell, hidden) if is_running(node)]
    assert running == ["a", "b"]


def symbols_of(table):
    section = nodes.section("", nodes.title("", "기호"), table, ids=["notation-symbols"])
    return read_symbols(nodes.section("", section, ids=["notation"]))


def test_symbols_are_read_from_the_notation_table():
    names = paragraph(nodes.math("", "T"), nodes.Text(", "), nodes.math("", "W_Q, W_K"))
    row = nodes.row(
        "", nodes.entry("", names), nodes.entry("", paragraph(nodes.math("", "X"))), nodes.entry("", paragraph(nodes.Text("길이")))
    )
    head = nodes.thead("", nodes.row("", nodes.entry("", paragraph(nodes.math("", "Z")))))
    symbols = symbols_of(nodes.table("", nodes.tgroup("", head, nodes.tbody("", row))))
    assert {symbol: cell.astext() for symbol, cell in symbols.items()} == {"T": "길이", "W_Q": "길이", "W_K": "길이"}
    assert read_symbols(nodes.section("", nodes.title("", "다른 쪽"))) == {}


def test_map_links_every_term_and_joins_the_related(terms):
    svg = etree.fromstring(draw(terms, ["원리", "마스크"], lambda term: f"{term.id}.html"))
    links = {link.get("href"): link for link in svg.iter("a")}
    assert set(links) == {f"{id_}.html" for id_ in terms} and svg.get("aria-label") and svg.get("role") == "group"
    drawn = svg.findall("g[@aria-hidden='true']/path")
    assert len(drawn) == 1, "one relation, told by both, is one arc"
    own = {href: len(link.findall("g/path")) for href, link in links.items()}
    assert own == {"softmax.html": 1, "mask.html": 1, "attention.html": 0, "self-attention.html": 0}


def test_entries_of_the_book_are_right():
    terms, categories, faults = read_terms(ENTRIES)
    assert faults == [] and len(terms) >= 20 and {term.category for term in terms.values()} == set(categories)
    hangul = re.compile("[가-힣]")
    for term in terms.values():
        names = [term.korean, term.english, *term.aliases]
        assert any(map(hangul.search, names)) and not all(map(hangul.search, names)), f"{term.id}: both scripts"


def test_scaffold_has_the_pattern_and_cannot_be_published_unfilled(tmp_path):
    assert re.findall(r"^## (.*)$", PAGE, flags=re.M) == SECTIONS
    (tmp_path / "_toc.yml").write_text("- file: encyclopedia/index\n  sections:\n    - file: encyclopedia/mask\n", "utf-8")
    folder = tmp_path / "book" / "encyclopedia"
    folder.mkdir(parents=True)
    page, toc = new_entry(tmp_path, "layer-scale")
    assert toc.read_text("utf-8").splitlines()[-1] == "    - file: encyclopedia/layer-scale"
    labels = re.findall(r"^\((.*)\)=$", page.read_text("utf-8"), flags=re.M)
    assert len(labels) == len(set(labels)) == 1 + len(SECTIONS)
    told = " ".join(text for _, text in write(folder)[2])
    assert all(f"머리말에 {key} 항목이" in told for key in ("korean", "category", "definition", "related", "anchors"))


@pytest.mark.parametrize("name", ["", "Layer", "층", "../x", "mask"])
def test_scaffold_refuses_bad_and_taken_names(tmp_path, name):
    (tmp_path / "_toc.yml").write_text("- file: encyclopedia/mask\n", "utf-8")
    folder = tmp_path / "book" / "encyclopedia"
    folder.mkdir(parents=True)
    (folder / "mask.md").write_text("x", "utf-8")
    with pytest.raises(SystemExit, match=name or "NAME"):
        new_entry(tmp_path, name)
    assert (folder / "mask.md").read_text("utf-8") == "x"
