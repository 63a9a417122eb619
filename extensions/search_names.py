"""Which names mean the same, for the search: those of a term of the encyclopedia, and the two columns of the table of terms.

A group is the label of the entry it leads to (or nothing), the names that stand for each other in the text, and further
names that only lead to the entry: `block` is an alias of the Transformer, but where the text says Transformer it is not
about blocks.
"""

import re
from itertools import product

from docutils import nodes

PAGE, SECTION = "notation", "notation-terms"


def all_names(env):
    terms, _ = env.encyclopedia
    table = names_of_table(env.get_doctree(PAGE)) if PAGE in env.found_docs else []
    rows = [(None, same, []) for same in table]
    groups = [*map(names_of_term, terms.values()), *rows]
    return groups + [(None, list(pair), []) for pair in sorted({pair for _, same, _ in groups for pair in word_pairs(same)})]


def names_of_term(term):
    """A term of several parts (쿼리·키·값, query·key·value) has one pair of names for each, which means the same only there."""
    return term.label, [term.korean, term.english], list(term.aliases)


def names_of_table(doctree):
    section = next((part for part in doctree.findall(nodes.section) if SECTION in part["ids"]), None)
    rows = [row for body in section.findall(nodes.tbody) for row in body] if section else []
    return [[name.strip() for cell in row[:2] for name in cell.astext().split(",")] for row in rows]


def word_pairs(names):
    """The words of two names in two scripts that have equally many: 순열 등변 and permutation equivariance give 순열, permutation."""
    split = [re.split(r"[ ·-]", name) for name in names]
    for korean, english in product(split, split):
        if len(korean) == len(english) > 1 and is_hangul(korean) and not is_hangul(english):
            for pair in zip(korean, english, strict=True):
                if is_hangul(pair[:1]) and not is_hangul(pair[1:]):
                    yield pair


def is_hangul(words):
    return any("가" <= letter <= "힣" for word in words for letter in word)
