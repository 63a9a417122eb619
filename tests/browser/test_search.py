"""The search as readers use it on the built site: typing, keys, marks, suggestions, and the right pages first."""

import gzip
from pathlib import Path

import pytest

from extensions.terms import read_terms
from tests.browser import checks, chrome
from tests.search_cases import measure, queries, right_pages
from tests.search_node import SOURCE, ask, built_index

CHAPTER = "transformers/attention"
DIALOG, FIELD, OPTION = "#pst-search-dialog[open]", "#pst-search-dialog input", "#search-panel [role=option]"
LIST = "#search-panel [role=listbox]"
CHOSEN = f"{OPTION}[aria-selected=true]"
LATE = ("search-index.js", "dialog.js", "search.css")
PLACES = "[...document.querySelectorAll('article :is(h1, h2, h3, p, pre)')].map(part => part.offsetTop)"
EVERY_QUERY = """([field, option, queries]) => Object.fromEntries(queries.map(query => {
  const input = document.querySelector(field);
  input.value = query;
  input.dispatchEvent(new Event('input'));
  return [query, [...document.querySelectorAll(option)].map(link => link.getAttribute('href'))];
}))"""
HANGUL_K = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ㅏ', code: 'KeyK', ctrlKey: true, bubbles: true}))"
MARKED = "[...(CSS.highlights.get('found') ?? [])].map(range => range.toString())"


def opened_search(page, query="", key="/"):
    page.keyboard.press(key)
    page.wait_for_selector(DIALOG)
    page.wait_for_selector(LIST, state="attached")
    page.keyboard.insert_text(query)


@pytest.fixture
def page(opened):
    with opened(CHAPTER) as visit:
        yield visit.page
        assert checks.traffic(visit) == []


@pytest.mark.parametrize("name", ["index", CHAPTER, "encyclopedia/softmax", "genindex", "search"])
def test_nothing_of_the_search_is_asked_for_before_it_is_opened(opened, name):
    with opened(name) as visit:
        asked = [url for url in visit.requests if url.rpartition("/")[2].partition("?")[0] in (*LATE, "searchindex.js", "searchtools.js")]
        if name == "search":
            assert {url.rpartition("/")[2] for url in asked} == set(LATE)  # control: there it is open
            return
        assert asked == []
        visit.page.locator(".search-button__button:visible").first.click()
        visit.page.wait_for_selector(LIST, state="attached")
        assert {url.rpartition("/")[2] for url in visit.requests} >= set(LATE)
        assert checks.traffic(visit) == []


def test_a_page_gains_less_than_3_kilobytes():
    assert len(gzip.compress((chrome.SITE / "_static" / "search.js").read_bytes())) < 3000


@pytest.mark.parametrize("key", ["/", "Control+k"])
def test_keys_open_type_choose_and_close(page, key):
    opened_search(page, "소프트맥스", key)
    assert page.locator(OPTION).count() > 3 and page.locator(CHOSEN).count() == 0
    assert page.locator(FIELD).get_attribute("aria-expanded") == "true"
    assert "곳에서 찾았다" in page.locator("#search-panel [role=status]").inner_text()
    for press, place in [("ArrowDown", 0), ("ArrowDown", 1), ("ArrowUp", 0), ("ArrowUp", -1), ("ArrowDown", 0)]:
        page.keyboard.press(press)
        chosen = page.locator(CHOSEN).get_attribute("id")
        assert chosen == page.locator(OPTION).nth(place).get_attribute("id") == page.locator(FIELD).get_attribute("aria-activedescendant")
    page.keyboard.press("Escape")
    page.wait_for_selector(DIALOG, state="hidden")
    assert page.url.endswith(f"{CHAPTER}.html")


def test_enter_opens_the_chosen_result_or_the_first(page):
    opened_search(page, "소프트맥스")
    page.keyboard.press("Enter")
    page.wait_for_url("**/encyclopedia/softmax.html?*#term-softmax")
    opened_search(page, "소프트맥스")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    address = page.locator(CHOSEN).evaluate("link => link.href")
    page.keyboard.press("Enter")
    page.wait_for_url(address)


def test_shortcut_works_while_the_keyboard_writes_hangul(page):
    page.evaluate(HANGUL_K)
    page.wait_for_selector(DIALOG)


def test_slash_stays_a_letter_in_fields(page):
    page.locator("cost-calculator [type=number] >> nth=0").focus()
    page.keyboard.press("/")
    assert page.locator(DIALOG).count() == 0


def test_each_letter_changes_the_list_without_a_page_load(page):
    page.evaluate("window.same = true")
    opened_search(page)
    seen = []
    for letter in "마스크를":
        page.keyboard.insert_text(letter)
        seen.append(page.locator("#search-panel [role=status]").inner_text())
    assert page.evaluate("same") and len(set(seen)) > 1 and "마스크" in page.locator(OPTION).first.inner_text()
    page.locator(FIELD).fill("")
    assert page.locator(OPTION).count() == 0 and page.locator("#search-panel [role=status]").inner_text() == ""


def test_results_show_the_sentence_with_its_match(page):
    opened_search(page, "padding mask를")
    texts = page.locator(f"{OPTION} .search-text")
    assert all(page.locator(OPTION).nth(i).locator("mark").count() for i in range(texts.count()))
    assert {text.lower() for text in page.locator(f"{OPTION} mark").all_inner_texts()} <= {"padding", "mask", "패딩", "마스크", "mask를"}


@pytest.mark.parametrize("way", ["button", "Escape"])
def test_marks_stand_in_the_opened_section_and_can_be_cleared(page, way):
    opened_search(page, "분산이")
    result = page.locator(f"{OPTION}[href*='attention.html']").first
    anchor = result.get_attribute("href").partition("#")[2]
    result.click()
    page.wait_for_selector(".search-clear")
    assert page.url.endswith(f"#{anchor}")
    assert "분산" in page.evaluate(MARKED)
    assert page.evaluate(
        f"[...CSS.highlights.get('found')].some(range => document.getElementById('{anchor}').contains(range.startContainer))"
    )
    assert page.locator(f"#{anchor}").evaluate("section => Math.abs(section.getBoundingClientRect().top) < innerHeight / 2")
    if way == "button":
        page.locator(".search-clear").click()
    else:
        page.keyboard.press("Escape")
    assert page.evaluate(MARKED) == [] and page.locator(".search-clear").count() == 0 and "mark=" not in page.url


def test_marks_move_nothing(opened, site):
    with opened(CHAPTER) as visit:
        places = []
        for query in ("?plain", "?mark=attention"):
            visit.page.goto(f"{site}{CHAPTER}.html{query}#why-scale")
            visit.page.evaluate("document.fonts.ready.then(() => true)")
            visit.page.wait_for_timeout(500)
            places.append(visit.page.evaluate(PLACES))
        assert len(visit.page.evaluate(MARKED)) > 20 and len(places[0]) > 100 and places[0] == places[1]
        visit.page.evaluate("document.querySelector('#why-scale h3, #why-scale h2').style.marginBottom = '9rem'")
        assert visit.page.evaluate(PLACES) != places[1]  # control


def test_icon_stands_beside_the_text_of_the_field(page):
    opened_search(page, "값")
    icon, field = page.locator(f"{DIALOG} form .fa-magnifying-glass").bounding_box(), page.locator(FIELD).bounding_box()
    assert icon["x"] + icon["width"] <= field["x"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("어탠션", "어텐션"), ("소프트멕스", "소프트맥스"), ("djxpstus", "어텐션"), ("atention", "attention")]
)
def test_near_words_are_offered_where_nothing_is_found(page, typed, meant):
    opened_search(page, typed)
    assert page.locator(OPTION).count() == 0
    near = page.locator(".search-near")
    assert meant in near.all_inner_texts()
    near.filter(has_text=meant).first.click()
    assert page.locator(OPTION).count() > 0 and page.locator(FIELD).input_value() == meant


def test_every_query_has_right_pages_and_one_among_the_first_three(opened):
    with opened("search") as visit:
        visit.page.wait_for_selector("#search-results [role=listbox]", state="attached")
        found = visit.page.evaluate(EVERY_QUERY, ["main form input", "#search-results [role=option]", list(queries())])
    answers = {query: [link.removeprefix("./").partition(".html")[0] for link in links] for query, links in found.items()}
    assert all(right_pages(query) for query in queries()), [query for query in queries() if not right_pages(query)]
    measured = measure(answers)
    assert measured["answered"] == measured["right in first 3"] == 1
    assert measured["recall"] > 0.99, [query for query in queries() if not right_pages(query) <= set(answers[query])]
    reversed_answers = {query: list(reversed(pages)) for query, pages in answers.items()}
    assert measure(reversed_answers)["precision at 3"] < measured["precision at 3"]  # control: the order matters


def test_every_name_of_every_entry_leads_to_it():
    terms, *_ = read_terms(Path(chrome.ROOT, "book", "encyclopedia"))
    names = [(name, term) for term in terms.values() for name in (term.korean, term.english, *term.aliases)]
    found = ask(*(("rank", f"{name}의") for name, _ in names), index=built_index(), source=SOURCE)
    wrong = [name for (name, term), [first, *_] in zip(names, found, strict=True) if first[1] != term.label]
    assert len(names) > 100 and wrong == []


def test_search_page_answers_the_query_of_its_address(opened, site):
    with opened("search") as visit:
        visit.page.goto(f"{site}search.html?q=순열")
        visit.page.wait_for_selector("#search-results [role=option]")
        assert visit.page.locator("main form input").input_value() == "순열"
        links = visit.page.locator("#search-results [role=option]").evaluate_all("links => links.map(link => link.href)")
        assert any("transformers/attention.html?" in link for link in links[:3])
        assert checks.traffic(visit) == []


def test_search_page_without_javascript_points_to_the_index(opened):
    with opened("search", javascript=False) as visit:
        visit.page.locator("noscript a, .bd-search-container a").first.click()
        assert visit.page.url.endswith("genindex.html")


def test_search_works_from_a_disk(browser):
    context = browser.new_context(locale="ko-KR")
    page = context.new_page()
    page.goto((chrome.SITE / f"{CHAPTER}.html").as_uri())
    opened_search(page, "소프트맥스")
    page.keyboard.press("Enter")
    page.wait_for_url("file://**/encyclopedia/softmax.html?*")
    assert "소프트맥스" in page.evaluate(MARKED)
    context.close()


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize("dark", [False, True])
def test_list_fits_and_can_be_read(opened, width, dark):
    with opened(CHAPTER, width=width, dark=dark) as visit:
        opened_search(visit.page, "multi-head attention")
        box = visit.page.locator("#search-panel").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= 900
        assert visit.page.evaluate(
            "document.querySelector('#search-panel').scrollWidth <= document.querySelector('#search-panel').clientWidth"
        )
        for query in ("multi-head attention", "어탠션"):
            visit.page.locator(FIELD).fill(query)
            visit.page.keyboard.press("ArrowDown")
            assert visit.page.evaluate(checks.CONTRAST.replace("article.bd-article", "#search-panel")) == []
        visit.page.add_style_tag(content=".search-near { color: #888 }")
        assert visit.page.evaluate(checks.CONTRAST.replace("article.bd-article", "#search-panel")) != []  # control


def test_index_stands_in_korean_order_and_its_links_lead_somewhere(opened):
    with opened("genindex") as visit:
        heads = visit.page.locator("article h2, .bd-article-container h2").all_inner_texts()
        letters = [head.strip("# \n") for head in heads if len(head.strip("# \n")) == 1]
        hangul = [letter for letter in letters if "ㄱ" <= letter <= "ㅎ"]
        assert (
            hangul == sorted(hangul)
            and len(hangul) > 8
            and letters[: len(hangul)] == hangul
            and letters[len(hangul) :] == sorted(letters[len(hangul) :])
        )
        assert visit.page.locator("table.indextable a[href*='softmax.html#term-softmax']").count() > 2
