"""The terms of the encyclopedia as the front matter of their pages tells them, and their Korean order."""

from collections import Counter
from dataclasses import dataclass, fields

from gate.book import front_matter

FOLDER = "encyclopedia"
INDEX = f"{FOLDER}/index"
NOTEBOOK_KEYS = {"file_format", "kernelspec"}
INITIALS = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"


@dataclass(frozen=True)
class Term:
    id: str
    korean: str
    english: str
    category: str
    definition: str
    related: list
    anchors: list
    aliases: list
    formula: str = ""
    forms: list = ()  # how the term stands in running text, if not as its two names

    @property
    def docname(self):
        return f"{FOLDER}/{self.id}"

    @property
    def label(self):
        return f"term-{self.id}"

    @property
    def title(self):
        return f"{self.korean}({self.english})"

    @property
    def link(self):
        return f"[{self.title}](#{self.label})"


def read_terms(folder):
    """Terms by id, the categories in their order, and what is wrong, as pairs of a page's id and a line of Korean."""
    pages = {path.stem: front_matter(path.read_text("utf-8"), f"book/{FOLDER}/{path.name}")[0] for path in sorted(folder.glob("*.md"))}
    categories = pages.pop("index", {}).get("categories", [])
    known = {field.name for field in fields(Term)} - {"id"}
    required = known - {"formula", "forms"}
    terms, faults = {}, []
    for id_, matter in pages.items():
        data = {key: value for key, value in matter.items() if key not in NOTEBOOK_KEYS}
        faults += [(id_, f"머리말에 {key} 항목이 없거나 비었다.") for key in sorted(required) if not data.get(key)]
        faults += [(id_, f"머리말에 모르는 항목 {key}가 있다.") for key in sorted(data.keys() - known)]
        if data.get("category") and data["category"] not in categories:
            faults.append((id_, f"category {data['category']}는 index.md의 categories에 없다."))
        usable = {key: data.get(key) or ([] if key in {"related", "anchors", "aliases"} else "") for key in required}
        usable |= {key: data[key] for key in ("formula", "forms") if data.get(key)}
        terms[id_] = Term(id=id_, **usable)
    return terms, categories, faults + relation_faults(terms) + name_faults(terms)


def relation_faults(terms):
    faults = []
    for term in terms.values():
        for other in term.related:
            if other == term.id or other not in terms or term.related.count(other) > 1:
                faults.append((term.id, f"related의 {other}에 해당하는 항목이 없거나 한 번 넘게 적혔다."))
            elif term.id not in terms[other].related:
                faults.append((other, f"related에 {term.id}가 없다. {term.id}는 {other}를 적었다. 관계는 양쪽에 적는다."))
    return faults


def name_faults(terms):
    """A name that two terms claim would lead a search to the wrong one."""
    names = [(name, term.id) for term in terms.values() for name in {n.lower() for n in (term.korean, term.english, *term.aliases)}]
    counts = Counter(name for name, _ in names)
    return [(id_, f"이름 {name}을 다른 항목도 쓴다.") for name, id_ in sorted(names) if counts[name] > 1]


def initial(name):
    """The letter under which a name is listed: 가나다 by first consonant, tense ones with the plain ones."""
    place = ord(name[0]) - ord("가")
    return INITIALS[place // 588] if 0 <= place < 11172 else name[0].upper()


def collation(name):
    """Korean before Latin, each in its own order, whatever the case."""
    return not "ㄱ" <= name[0] <= "힣", name.lower()
