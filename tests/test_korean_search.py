"""The search: what it takes for the same word, how it ranks, what it suggests, and what the build puts into its index."""

import shutil
from types import SimpleNamespace

import pytest

from page_text import read_page
from search_names import names_of_term, word_pairs
from tests.search_node import SOURCE, ask

PAGES = [
    ["home.html", "첫 쪽", False],
    ["chapter.html", "본문", True],
    ["terms/softmax.html", "소프트맥스(softmax)", False],
    ["terms/mask.html", "마스크(mask)", False],
]
SECTIONS = [
    [0, "home", "첫 쪽", "softmax와 마스크를 배운다.\n소프트맥스도 있다."],
    [1, "chapter", "본문", "먼저 점수를 잰다. 그다음 softmax가 가중치를 만든다. 행마다 합이 1이다."],
    [1, "chapter-mask", "마스크로 가린다", "볼 수 없는 key를 가린다. 실행하면 그림이 나온다."],
    [2, "term-softmax", "소프트맥스(softmax)", "점수를 가중치로 바꾸는 함수다."],
    [2, "term-softmax-example", "실행 예", "행의 합이 1이다."],
    [3, "term-mask", "마스크(mask)", "key를 가린다. 다른 이름: 가리개, block."],
]
NAMES = [[3, ["소프트맥스", "softmax"], ["정규화 지수"]], [5, ["마스크", "mask"], ["가리개", "패딩 마스크"]]]
INDEX = {"pages": PAGES, "sections": SECTIONS, "names": NAMES}


def anchors(query, source=SOURCE):
    return [anchor for _, anchor, _ in ask(("rank", query), index=INDEX, source=source)[0]]


def changed(tmp_path, file, old, new):
    """The modules with one change."""
    shutil.copytree(SOURCE, tmp_path / "search")
    path = tmp_path / "search" / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), "utf-8")
    return path.parent


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("마스크를", ["마스크"]), ("어텐션은", ["어텐션"]), ("인코더와", ["인코더"]), ("층으로", ["층"]), ("마스크에서는", ["마스크에서", "마스크"]), ("head는", ["head"]),
        ("값을", ["값"]), ("불변인", ["불변"]), ("softmax의", ["softmax"]), ("마스크", []), ("효과", []), ("평가", []), ("차이", []), ("토큰", []), ("을", []),
    ],
)  # fmt: skip
def test_particles_go_where_they_agree_with_the_syllable_before(word, bare):
    assert ask(("stems", word)) == [bare]


def test_particles_would_go_wrongly_without_agreement(tmp_path):
    source = changed(tmp_path, "korean.js", "return AFTER_CONSONANT.includes(particle) === final(last) > 0;", "return true;")
    assert ask(("stems", "효과"), source=source) == [["효"]]


@pytest.mark.parametrize(("typing", "sure"), [("마슼", "마스"), ("어텐ㅅ", "어텐"), ("어텐션", "어텐셔"), ("마스크", None), ("mask", None)])
def test_syllable_in_the_making_is_taken_as_far_as_it_is_sure(typing, sure):
    assert ask(("typedSoFar", typing)) == [sure]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("어탠션", "어텐션", 1),
        ("어텐션", "어텐션", 0),
        ("값", "갑", 1),
        ("softamx", "softmax", 1),
        ("소프트멕스", "소프트맥스", 1),
        ("마스크", "가중치", 6),
    ],
)
def test_distance_counts_jamo(one, other, apart):
    assert ask(("distance", one, other), ("distance", other, one)) == [apart, apart]


def test_near_words_are_one_letter_apart():
    pairs = [("어탠션", "어텐션"), ("마스코", "마스크"), ("마스크", "가중치"), ("행", "향")]
    assert ask(*(("near", *pair) for pair in pairs)) == [True, True, False, True]


@pytest.mark.parametrize(
    ("text", "word", "places"),
    [
        ("마스크를 쓴다", "마스크", [[0, 3]]),
        ("다중 헤드 어텐션이다", "다중헤드어텐션", [[0, 9]]),  # a compound may be written apart
        ("볼 수 있다 수식", "다수", []),  # but two syllables are no compound
        ("실행과 행렬", "행", [[1, 2], [4, 5]]),
        ("a model ad", "ad", [[8, 10]]),
        ("dim d_k d", "d", [[4, 5], [8, 9]]),
    ],
)
def test_places_of_a_word(text, word, places):
    assert ask(("find", text, word)) == [places]


def test_folding_keeps_places_and_reads_decomposed_hangul():
    text = "Self-Attention(자기 어텐션) 😀 d_model"
    folded, composed, wide, consonant = ask(("fold", text), ("fold", "값"), ("fold", "ＱＫ（１）"), ("fold", "ㄱ"))
    assert folded == "self attention 자기 어텐션     d_model" and composed == "값"
    assert wide == "qk 1 " and consonant == "ㄱ"
    assert len(folded.encode("utf-16-le")) == len(text.encode("utf-16-le"))


@pytest.mark.parametrize("query", ["소프트맥스", "softmax", "소프트맥스를", "SOFTMAX는", "정규화 지수", "정규화지수"])
def test_entry_of_a_name_comes_first_and_the_main_text_next(query):
    found = anchors(query)
    assert found[0] == "term-softmax"
    if "지수" not in query:
        assert found[1] == "chapter"  # by its other name too


def test_titles_come_before_texts():
    assert anchors("마스크")[:3] == ["term-mask", "chapter-mask", "home"]
    assert anchors("가리개를") == ["term-mask", *anchors("가리개를")[1:]]


def test_title_would_not_come_first_without_its_weight(tmp_path):
    source = changed(tmp_path, "engine.js", "title: 300", "title: 0")
    assert anchors("마스크", source)[1] != "chapter-mask"


def test_word_begins_before_it_is_inside_another():
    found = anchors("행")
    assert found[:2] == ["chapter", "term-softmax-example"] and "chapter-mask" in found


def test_page_that_holds_all_words_apart_is_found_by_its_best_section():
    assert anchors("점수 가린다") == ["chapter-mask"]
    assert anchors("점수 없는말") == []


def test_synonym_is_marked_as_it_stands():
    found = {anchor: marks for _, anchor, marks in ask(("rank", "소프트맥스"), index=INDEX)[0]}
    assert found["chapter"] == ["softmax"] and found["home"] == ["소프트맥스", "softmax"]


def test_nothing_typed_finds_nothing():
    assert anchors("") == anchors("  ") == anchors("?!") == []


def test_suggestions_are_near_words_that_find_something():
    typed = ["소프트멕스", "마스코", "softamx", "점수 마수크", "akeptek", "thvmxmaortm", "전혀다른말"]
    assert ask(*(("suggest", query) for query in typed), index=INDEX) == [
        ["소프트맥스"],
        ["마스크"],
        ["softmax"],
        ["점수 마스크"],
        [],
        ["소프트맥스"],
        [],
    ]


def test_keys_of_a_korean_keyboard():
    typed = ["djxpstus", "rkqt", "qmffhr", "dnjswl", "EkRhk", "mask", "softmax"]
    assert ask(*(("onKoreanKeys", keys) for keys in typed)) == ["어텐션", "값", "블록", "원지", "따꽈", None, None]


def test_sentence_that_holds_the_words_is_shown_and_cut():
    text = "먼저 점수를 잰다. 그다음 softmax가 가중치를 만든다.\n끝."
    long = f"{'앞말 ' * 60}가중치{' 뒷말' * 60}"
    shown, cut, first = ask(("sentence", text, ["가중치"]), ("sentence", long, ["가중치"]), ("sentence", text, ["없음"]))
    assert shown == "그다음 softmax가 가중치를 만든다." and first == "먼저 점수를 잰다."
    assert cut.startswith("… ") and cut.endswith("…") and "가중치" in cut and len(cut) < 150


def test_prose_is_shown_rather_than_code():
    assert ask(("sentence", "mask = rows < n\nmask는 key를 가린다.", ["mask"])) == ["mask는 key를 가린다."]
    assert ask(("sentence", "mask = rows < n\nkey를 가린다.", ["mask"])) == ["mask = rows < n"]


def test_pieces_alternate_and_lose_nothing():
    parts = ask(("pieces", "마스크와 mask, 마스크", ["마스크", "mask"]))[0]
    assert parts == ["", "마스크", "와 ", "mask", ", ", "마스크", ""]


BODY = """<section class="c" id="page"><h1>제목<a class="headerlink" href="#page">#</a></h1><p>첫 <b>문단</b>이다.</p>
<p>식 <span class="katex"><span class="katex-mathml"><math><semantics><mrow><msqrt><mi>D</mi></msqrt><msub><mi>s</mi><mi>t</mi></msub></mrow><annotation>TEX</annotation></semantics></math></span><span class="katex-html">HTML</span></span>을 쓴다.</p>
<section id="part"><span id="old-label"></span><h2>절</h2><table><tr><td>하나</td><td>둘</td></tr></table><pre>x = 1
y = 2</pre><svg><text>그림</text></svg></section><p>뒤.</p></section>"""


def test_sections_hold_the_text_that_readers_see():
    assert read_page(BODY) == [("page", "제목", "첫 문단이다.\n식 √Ds_t을 쓴다.\n뒤."), ("part", "절", "하나 둘\nx = 1\ny = 2")]


def test_words_of_two_names_are_paired_where_they_are_equally_many():
    assert set(word_pairs(["순열 등변", "permutation equivariance"])) == {("순열", "permutation"), ("등변", "equivariance")}
    assert set(word_pairs(["쿼리·키", "query·key"])) == {("쿼리", "query"), ("키", "key")}
    assert set(word_pairs(["KV 캐시", "KV cache"])) == {("캐시", "cache")}
    assert not set(word_pairs(["층 정규화", "LayerNorm"])) and not set(word_pairs(["인코더", "encoder"]))


def test_aliases_lead_to_the_entry_alone():
    term = SimpleNamespace(label="term-transformer", korean="트랜스포머", english="Transformer", aliases=["block"])
    assert names_of_term(term) == ("term-transformer", ["트랜스포머", "Transformer"], ["block"])
