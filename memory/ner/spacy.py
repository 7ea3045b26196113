"""Names by spaCy's statistical model, with the names that are already known in front of it."""

import importlib.util
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings

from memory.language import Language, chosen
from memory.language.base import NameWords
from memory.ner.errors import NerUnavailable
from memory.ner.spans import ENTITY_TYPES, Aliases, NameSpan, NameType

if TYPE_CHECKING:
    from spacy.language import Language as Pipeline
    from spacy.pipeline import EntityRuler
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as Find

# The rest (CARDINAL, DATE, MONEY, …) names no entity; dates are read by memory.language.
TYPES: dict[str, NameType] = {
    "PERSON": "person",
    "ORG": "organization",
    "GPE": "location",
    "LOC": "location",
    "FAC": "location",
    "PRODUCT": "other",
    "EVENT": "other",
    "WORK_OF_ART": "other",
    "NORP": "other",
    "LANGUAGE": "other",
}
# spaCy gives no probability; these rank its finds below patterns and a language model's.
CONFIDENCE = 0.75
LISTED_CONFIDENCE = 0.7  # of a name that the model missed and a list has
PROJECT_CONFIDENCE = 0.85
ALIAS_CONFIDENCE = 0.92
# spaCy refuses texts above a million characters and takes about a gigabyte for one of that length.
MAX_CHARACTERS = 100_000
# Alias tables kept compiled: one per namespace that is being enriched.
MAX_RULERS = 8


def find(text: str, aliases: Aliases) -> list[NameSpan]:
    """Spans in the first MAX_CHARACTERS of `text`. Raises NerUnavailable if the model fails."""
    try:
        nlp = _model()
        document = nlp(_ruler(nlp, aliases)(nlp.make_doc(text[:MAX_CHARACTERS])))
    except (OSError, ValueError, ImportError) as error:
        reason = f"the spaCy model {settings.MEMORY_SPACY_MODEL} failed: {type(error).__name__}"
        raise NerUnavailable(reason) from error
    language = chosen(nlp.lang or "")
    spans = (
        _known(found, language) if found.label_ in ENTITY_TYPES else _guessed(found, language)
        for found in document.ents
    )
    return [*(span for span in spans if span is not None), *_listed(document, language.names)]


def usable() -> bool:
    """Whether spaCy and the configured model package are there, told without importing either."""
    try:
        return all(importlib.util.find_spec(name) for name in ("spacy", settings.MEMORY_SPACY_MODEL))
    except (ImportError, ValueError):
        return False


# ---- the model, and the known names in front of it

_lock = threading.Lock()
_models: dict[str, "Pipeline"] = {}
_rulers: OrderedDict[frozenset[Any], "EntityRuler"] = OrderedDict()


def _model() -> "Pipeline":
    name = settings.MEMORY_SPACY_MODEL
    with _lock:
        if name not in _models:
            import spacy

            # The tagger tells proper nouns from sentence-initial common ones; the rest only costs time.
            _models[name] = spacy.load(name, exclude=["parser", "senter", "attribute_ruler", "lemmatizer"])
        return _models[name]


def _ruler(nlp: "Pipeline", aliases: Aliases) -> "EntityRuler":
    key = frozenset(aliases.items())
    with _lock:
        if key in _rulers:
            _rulers.move_to_end(key)
            return _rulers[key]
        import spacy
        from spacy.pipeline import EntityRuler

        # A blank pipeline of the same vocabulary: adding phrases would run and reconfigure the real one.
        ruler = EntityRuler(spacy.blank(nlp.lang or "xx", vocab=nlp.vocab), phrase_matcher_attr="LOWER")
        ruler.add_patterns(_project_patterns(chosen(nlp.lang or "").names))
        ruler.add_patterns(
            [
                {"label": type_, "pattern": alias, "id": name}
                for alias, (name, type_) in aliases.items()
                if alias.strip()
            ]
        )
        _rulers[key] = ruler
        if len(_rulers) > MAX_RULERS:
            _rulers.popitem(last=False)
        return ruler


def _project_patterns(names: NameWords) -> list[dict[str, Any]]:
    if not names.project:
        return []
    title = {"TEXT": {"REGEX": r"^[A-Z][\w-]*$"}, "IS_STOP": False, "LOWER": {"NOT_IN": sorted(names.no_projects)}}
    word = {"LOWER": names.project}
    return [
        {"label": "project", "pattern": [word, {**title, "OP": "{1,3}"}]},
        {"label": "project", "pattern": [{"LOWER": names.the}, {**title, "OP": "{1,3}"}, word]},
    ]


# ---- from spaCy's finds to ours

_POSSESSIVE = re.compile(r"['’]s?$")
_INITIALS = re.compile(r"(?:\w\.){2}$")


def _known(found: "Find", language: Language) -> NameSpan | None:
    """A find of the ruler: an alias, or a project by its pattern."""
    type_ = cast(NameType, found.label_)
    if found.ent_id_:
        also_a_word = len(found) == 1 and (found[0].is_stop or found[0].lower_ in language.names.also_words)
        if also_a_word and not found[0].tag_.startswith("NNP"):
            return None
        return NameSpan(found.start_char, found.end_char, found.text, type_, found.ent_id_, ALIAS_CONFIDENCE, "aliases")
    first, last = (1, len(found)) if found[0].lower_ == language.names.project else (1, len(found) - 1)
    name = found[first:last].text
    return NameSpan(found.start_char, found.end_char, found.text, type_, name, PROJECT_CONFIDENCE, "spacy")


def _guessed(found: "Find", language: Language) -> NameSpan | None:
    """A find of the model, trimmed to the name itself; None where the model is often wrong."""
    type_ = TYPES.get(found.label_)
    if type_ is None:
        return None
    words = list(found)
    # "Bye Caroline" and "ya, Melanie" hold a name; the Great Barrier Reef keeps its first word.
    while words and _no_part_of_a_name(words[0], type_, language.names):
        words.pop(0)
    while words and (words[-1].is_lower and words[-1].is_stop or _no_part_of_a_name(words[-1], type_, language.names)):
        words.pop()
    if all(_no_name(word.lower_, language.names) for word in words):
        return None
    if type_ in {"person", "organization", "location"} and not any(w.tag_.startswith("NNP") for w in words):
        return None
    start = words[0].idx
    text = found.doc.text[start : words[-1].idx + len(words[-1])].split("\n", 1)[0]
    if found.label_ != "WORK_OF_ART" and (article := language.names.leading_article.match(text)):
        start += article.end()
        text = text[article.end() :]
    text = _without_tail(text)
    if len(text) < 2 or not any(map(str.isalpha, text)) or text == text.lower() != text.upper():
        return None
    if type_ == "person" and text[0].islower():
        return None
    if any(map(str.isdigit, text)) and any(d.end - d.start == len(text) for d in language.resolve_dates(text)):
        return None  # "9 May 2026" is a time, whatever else the model takes it for
    return NameSpan(start, start + len(text), text, type_, " ".join(text.split()), CONFIDENCE, "spacy")


def _listed(document: "Doc", names: NameWords) -> Iterator[NameSpan]:
    """First names and places that stand in a list and that the model did not see. No word of the language stands in
    these, so that what kind of word the model takes one for tells nothing."""
    for word in document:
        if word.ent_type_ or not word.is_title or len(word) < 2 or word.is_stop:
            continue
        if word.lower_ in names.also_words or _no_name(word.lower_, names):
            continue
        kind: NameType | None = "person" if names.is_given(word.text) else None
        if kind is None and names.is_place(word.text):
            kind = "location"
        if kind is not None:
            yield NameSpan(word.idx, word.idx + len(word), word.text, kind, word.text, LISTED_CONFIDENCE, "spacy")


def _no_part_of_a_name(word: "Token", type_: NameType, names: NameWords) -> bool:
    if not any(map(str.isalnum, word.text)):
        return True
    return (type_ == "person" or word.is_lower) and _no_name(word.lower_, names)


def _no_name(word: str, names: NameWords) -> bool:
    return word in names.no_names or names.drawn_out.fullmatch(word) is not None


def _without_tail(text: str) -> str:
    """Without a possessive and without the marks that follow a name; "U.S." and "C++" keep theirs."""
    text = _POSSESSIVE.sub("", text)
    while text and not (text[-1].isalnum() or text[-1] in "+#" or _INITIALS.search(text)):
        text = _POSSESSIVE.sub("", text[:-1])
    return text
