"""Pronouns and pointing words of a clause: traced to what they stand for, trimmed off, or the clause given up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from memory.language.en.change_words import CHANGING, GETTING, LEADING

from ..grammar.clauses import Clause, is_past
from ..grammar.discourse import Discourse, Mention, Place
from ..grammar.duties import is_charged_with, is_of_a_duty, is_on_call
from ..grammar.lexicon import ANYBODY, EMPTY_NOUNS, EVALUATIONS, SHARED_THINGS, TIMES, word_set
from ..grammar.mentions import THIRD_PERSON, is_person
from ..grammar.rewrite import FIRST_PERSON, possessive
from ..grammar.roles import SIGN, verb_of
from ..grammar.statement import tells_condition
from .alone import hangs_alone
from .antecedents import has_antecedent, whereto
from .hers import is_given, owns_what_follows
from .known_by_deed import is_known_by_deed
from .said_of import ORDINALS, may_be_said
from .trimming import trimmed

if TYPE_CHECKING:
    from spacy.tokens import Token

_PLAYING = word_set("play learn practise practice")
_PLAYED_ONCE = word_set("game part role song piece music tune video match record lottery card")
_SAME_REFERENT = {
    word: frozenset(group.split())
    for group in (
        "it its itself",
        "they them their theirs themselves",
        "he him his himself",
        "she her hers herself",
    )
    for word in group.split()
}
_EVENT_VERBS = word_set(
    "show make teach push mean give remind bring feel motivate inspire take get "
    "happen turn start go come work pay end matter encourage hit help"
)
_BELONGED_TO = word_set("shift rota team committee board panel jury waitlist")
POINTING = word_set("this that these those")
# What is held up for the other to see rather than told about.
SHOWN = word_set("pic photo picture photograph video image painting drawing one time way")
_DECIDING = word_set("settle decide agree choose pick opt go")


def trace(
    clause: Clause, place: Place, discourse: Discourse, dated: set[int], *, things: bool = False
) -> tuple[Clause, dict[int, str]] | None:
    """Pronouns replaced by what they stand for; what cannot be traced is trimmed off, or None returned. With `things`
    a definite thing or somebody's role may stand by itself where a change is told of it, or what it is: "the client
    wants a website", "the cast came off"."""
    replaced: dict[int, str] = {}
    for _ in range(4):
        stuck = None
        for token in clause.all_tokens:
            if token.i in replaced or token.i in dated:
                continue
            text = _referent(token, clause, place, discourse, replaced, dated)
            if text is None and things:
                text = _told_anyway(token, clause, place, discourse)
            if text is None:
                stuck = token
                break
            if text:
                replaced[token.i] = text
                if token.lower_ == "the":
                    # The noun is named anew, with what told it apart.
                    replaced.update((index, "") for index in range(token.i + 1, token.head.i + 1))
        if stuck is None:
            return clause, replaced
        shorter = trimmed(clause, stuck)
        if shorter is None:
            return None
        clause = shorter
    return None


def _referent(
    token: Token, clause: Clause, place: Place, discourse: Discourse, done: Mapping[int, str], dated: set[int]
) -> str | None:
    """The text for a referring word, "" where it may stand, None where it dangles."""
    low = token.lower_
    if low == "one" and discourse.sought and token.dep_ == "dobj" and token.head.lemma_ in GETTING:
        return discourse.sought  # "I found one", a dentist
    if hangs_alone(token, low):
        return None
    if low == "there" and token.tag_ == "RB":
        where = discourse.place(token, *place)
        return None if where is None or _is_beside_it(token, where, place) else whereto(token, where.place)
    if low == "the" and token.dep_ == "det":
        if _is_anybody(token.head):
            return None
        if token.head.dep_ == "appos" and token.head.head.pos_ == "PROPN" and token.head.lower_ != "one":
            return ""  # "Rosa, the new PM"; not "starts on 4 May, the one on the canal"
        known = _definite(token, clause, place, discourse)
        # "The wedding on 6 May" is told apart by its day, unless it only sets the scene.
        if known is None and (_is_valued(token.head, clause, dated) or (dated and token.head.dep_ in ("dobj", "attr"))):
            return ""
        return known
    if low in POINTING:
        if token.dep_ == "det":
            return _pointed(token, clause, place, discourse)
        relative = token.dep_ in ("mark", "advmod") or (token.head.dep_ in ("relcl", "acl") and low == "that")
        return "" if relative else None
    if low in THIRD_PERSON and token.pos_ in ("PRON", "DET"):
        return _antecedent(token, clause, place, discourse, done)
    return ""


def _is_beside_it(there: Token, where: Mention, place: Place) -> bool:
    """ "Got a job at a bank there" is not at the bank; "I live in Voss because my wife works there" is in Voss."""
    at = where.order[2]
    if where.order[:2] != place or at >= there.i or there.doc[at].text not in where.place:
        return False  # of another sentence, or of another part of this one
    one, other = (
        next((above for above in token.ancestors if above.pos_ in ("VERB", "AUX")), token)
        for token in (there, there.doc[at])
    )
    return one == other


def _told_anyway(token: Token, clause: Clause, place: Place, discourse: Discourse) -> str | None:
    """The text for a definite thing of which something lasting is told, as `_referent`."""
    low, subject, noun = token.lower_, clause.subject, token.head
    if low == "the" and token.dep_ == "det" and noun.pos_ == "NOUN" and noun.lemma_ not in SHOWN | TIMES | EMPTY_NOUNS:
        if _is_anybody(noun) or any(child.lower_ in _OTHER for child in noun.children):
            return None
        changed = tells_of_change(clause) or tells_condition(clause)
        opens = noun == subject and (is_person(noun) or changed or _reports(clause))
        if opens or is_known_by_deed(noun, clause, reported=_reports(clause)):
            return ""
        undertaken = noun.dep_ == "dobj" and noun.head.dep_ == "xcomp" and noun.head.head == clause.head
        if undertaken and tells_of_change(clause):
            return ""  # "I stopped taking the pills"
        got = is_past(clause.head) and clause.head.lemma_ in GETTING
        if noun.dep_ == "dobj" and noun.head == clause.head and (got or tells_of_change(clause)):
            return ""
        of_noun = noun.dep_ == "pobj" and noun.head.dep_ == "prep" and noun.head.head.dep_ in ("dobj", "attr")
        if (of_noun and noun.head.lower_ in ("for", "of")) or _is_dropped(noun, clause):
            return ""  # "20 licences for the editor": without it, it is another number of licences
        placed = noun.dep_ == "pobj" and noun.head.head == clause.head
        for_this = noun.dep_ == "pobj" and noun.head.lower_ == "for"
        if for_this and (is_on_call(noun.head.head) or (placed and _is_decided(clause, noun.head))):
            return ""  # "we settled on Thursdays for the retro": without it, nobody knows what is on Thursdays
        into = ("to", "into", "off") if clause.head.lemma_ in ("take", "wean") else ("to", "into")
        moved = noun.head.lower_ in into and tells_of_change(clause)
        moved = moved or (noun.head.lower_ == "from" and clause.head.lemma_ in ("pick", "collect", "fetch"))
        if placed and (moved or SIGN.search(" ".join(token.text for token in clause.all_tokens))):
            return ""
        if placed and noun.head.lower_ == "on" and clause.head.lemma_ == "be" and noun.lemma_ in _BELONGED_TO:
            return ""  # "I'm on the early shift"
        at = placed and clause.head.lemma_ == "be"
        return "" if at and subject is not None and any(_tells_apart(child) for child in subject.children) else None
    if low in ("he", "she") and token == subject:
        mention = discourse.resolve(token, *place)
        if mention is None or mention.head in ANYBODY:
            return None
        return mention.text  # "the plumber", who was just named
    if low == "it" and token.dep_ == "dobj" and token.head == clause.head and tells_of_change(clause):
        # "When is the retro?", "we've moved it to Thursday".
        given = any(t.pos_ in ("PROPN", "NUM") or t.like_num for t in clause.tokens if t.i > token.i)
        mention = discourse.resolve(token, *place)
        return mention.text if given and mention is not None else None
    if low == "it" and token == subject and clause.head.lemma_ in ("be", "have"):
        mention = discourse.resolve(token, *place)
        given = any(t.pos_ in ("PROPN", "NUM") or t.like_num for t in clause.tokens if t.i > clause.head.i)
        if mention is None or not given or _is_how_long(token, clause) or not may_be_said(clause, mention):
            return None
        # "My mum got a new number, it's 555 9876": the number is hers, and "the new number" nobody's.
        others = any(one.person and one.order[:2] == mention.order[:2] for one in discourse.mentions)
        return None if others and _would_hang(mention) else mention.text
    return None


def _is_anybody(noun: Token) -> bool:
    """ "The guy", "the lady": not the delivery guy, nor the kids, who are one's own."""
    alone = noun.tag_ == "NN" and noun.lower_ in ANYBODY and noun.lower_ not in SHARED_THINGS
    return alone and not any(_tells_apart(child) for child in noun.children)


def _is_decided(clause: Clause, what_for: Token) -> bool:
    """ "We settled on Thursdays for the retro", not "I went for the milk"."""
    verb = clause.head
    if verb.lemma_ not in _DECIDING or not is_past(verb) or any(child.dep_ == "prt" for child in verb.children):
        return False
    told = (child for child in verb.children if child.dep_ in ("prep", "dobj") and child.i < what_for.i)
    return any(verb.lemma_ != "go" or child.lower_ in ("with", "for") for child in told)


def _is_dropped(noun: Token, clause: Clause) -> bool:
    """ "I dropped out of the choir"."""
    out_of = noun.dep_ == "pobj" and noun.head.lower_ == "of" and noun.head.head.lower_ == "out"
    return out_of and is_past(clause.head) and clause.head.lemma_ in ("drop", "opt")


_OTHER = word_set("other same")  # "the other building": other than which?


def _reports(clause: Clause) -> bool:
    """ "The new test says I'm not allergic to cats"."""
    said = next((child for child in clause.head.children if child.dep_ == "ccomp"), None)
    told = said is not None and any(token.lower_ in FIRST_PERSON for token in said.subtree)
    return told and clause.head.lemma_ in ("say", "show", "confirm", "tell", "mean")


def tells_of_change(clause: Clause) -> bool:
    """Whether the clause says that something is, or was made, otherwise than before."""
    done = is_past(clause.head) or any(child.dep_ == "auxpass" for child in clause.head.children)
    if done and verb_of(clause.head) in CHANGING:
        return True
    if is_past(clause.head) and any(verb_of(one) in CHANGING for one in clause.head.children if one.dep_ == "xcomp"):
        return True  # "we had to change the venue"
    return SIGN.search(" ".join(token.text for token in clause.all_tokens)) is not None


def _is_valued(noun: Token, clause: Clause, dated: set[int]) -> bool:
    """Whether the clause gives a definite thing, its subject, a name, a number or a day: "the budget is 40,000 euros",
    "the lease ends next month"."""
    named = noun.head if noun.dep_ == "poss" else noun
    subject = clause.subject
    of_it = subject is not None and subject.is_ancestor(named) and named.dep_ == "pobj"  # "my budget for the trip"
    if not (subject == named or of_it) or clause.head.lemma_ in ("say", "look", "feel", "seem"):
        return False
    after = [token for token in clause.tokens if token.i > clause.head.i]
    return any(
        token.pos_ in ("PROPN", "NUM") or token.like_num or token.text[0].isdigit() or token.i in dated
        for token in after
    )


def _antecedent(
    token: Token, clause: Clause, place: Place, discourse: Discourse, done: Mapping[int, str]
) -> str | None:
    """The text for "it", "they", "her": as `_referent`."""
    low = token.lower_
    if has_antecedent(token, clause):
        return ""
    if low == "it":
        if _is_expletive(token, clause):
            return ""
        if _is_whole_event(token, clause) or _is_how_long(token, clause):
            return None
    if any(t.lower_ in _SAME_REFERENT.get(low, ()) and t.i in done for t in clause.all_tokens if t.i < token.i):
        return ""
    mention = discourse.resolve(token, *place)
    here = {(*place, other.i) for other in clause.all_tokens}
    if low == "it" and mention is not None and mention.order in here:
        return None  # what the clause itself names, and does not mean
    if low == "it" and token == clause.subject and clause.head.lemma_ == "have":
        # "I put more memory in my laptop, it has 32 GB": what has something is one's own.
        mention = discourse.owned(token, *place) or mention
    if mention is None or _would_hang(mention) or (low == "it" and not may_be_said(clause, mention)):
        return None
    owned = (token.dep_ == "poss" and not is_given(token)) or low in ("hers", "theirs") or owns_what_follows(token)
    return possessive(mention.text) if owned else mention.text


def _is_whole_event(token: Token, clause: Clause) -> bool:
    """Whether "it" as often means the whole event or undertaking as the thing named in it: "it showed me ..."."""
    verb = token.head
    if token.dep_ == "dobj" and verb.lemma_ in ("do", "make", "get", "have"):
        return True
    if verb.dep_ == "ccomp" and verb.head.lemma_ in ("make", "let", "see", "watch"):
        return True
    return token == clause.subject and clause.head.lemma_ in _EVENT_VERBS


def _is_how_long(token: Token, clause: Clause) -> bool:
    """ "It's been ten years": no thing is years."""
    said = (child for child in clause.head.children if child.dep_ in ("attr", "npadvmod"))
    lasted = any(child.lemma_.lower() in TIMES and any(c.like_num for c in child.children) for child in said)
    return token == clause.subject and clause.head.lemma_ == "be" and lasted and clause.head.lower_ == "been"


# What tells nothing apart: "the new one", "the whole thing".
_LOOSE = (
    word_set("new same whole entire other only actual next last first final old latest current local") | EVALUATIONS
)


def _definite(token: Token, clause: Clause, place: Place, discourse: Discourse) -> str | None:
    """The text for "the" before a noun: "" where the noun is clear, what it was named before, None if it hangs."""
    noun = token.head
    lemma = noun.lemma_.lower()
    if noun.pos_ != "NOUN" or noun.lower_ in SHARED_THINGS or lemma in SHARED_THINGS or lemma in TIMES:
        return ""
    if noun.text.istitle() or (noun.text[:1].isdigit() and noun.lower_.endswith(ORDINALS)):
        return ""  # a name that the parser does not know; "from the 14th to the 22nd"
    if noun.dep_ == "dobj" and noun.head.lemma_ == "do" and lemma.endswith("ing"):
        return ""  # "my husband does the cooking"
    if noun.dep_ == "dobj" and noun.head.lemma_ in _PLAYING and lemma not in _PLAYED_ONCE:
        return ""  # "I play the viola"
    # "The treasurer and the secretary of the choir" are both the choir's.
    shared = [child for one in noun.conjuncts if one.i > noun.i for child in one.children if child.dep_ == "prep"]
    if any(_tells_apart(child) for child in (*noun.children, *shared) if child in clause.all_tokens):
        return ""
    if any(t.i < token.i and t != noun and t.lemma_.lower() == lemma for t in clause.all_tokens):
        return ""
    if lemma in SHOWN:
        return None
    if noun.dep_ == "dobj" and noun.head == clause.head and _has_charge(clause):
        return ""  # "Ingo owns the migration": the one that is his
    if noun.dep_ == "pobj" and noun.head.head == clause.head and _is_work(clause):
        return ""  # "my brother works nights at the bakery": the one where he works
    opens = clause.subject is not None and clause.subject.left_edge == clause.all_tokens[0]
    if noun.dep_ == "pobj" and (is_of_a_duty(noun.head) or (opens and is_charged_with(noun.head))):
        return ""  # "Leila is on call for the database"
    for mention in reversed(discourse.mentions):
        distance = place[0] - mention.order[0]
        if distance not in (0, 2) or mention.order >= (*place, token.i) or mention.head != lemma:
            continue
        if not _would_hang(mention) and mention.text.lower().endswith(lemma if not mention.plural else noun.lower_):
            return mention.text
    return None


def _has_charge(clause: Clause) -> bool:
    """Whether somebody with a name, or who speaks, has charge of something: whose it is tells which it is."""
    subject, head = clause.subject, clause.head
    known = subject is not None and (subject.pos_ == "PROPN" or subject.lower_ in ("i", "we"))
    standing = head.tag_ in ("VBZ", "VBP") and not any(c.dep_ == "neg" for c in head.children)
    return known and standing and (head.lemma_ in LEADING or head.lemma_ == "do")  # "I do the frontend"


def _is_work(clause: Clause) -> bool:
    subject, head = clause.subject, clause.head
    somebody = subject is not None and (is_person(subject) or subject.pos_ == "PROPN" or subject.lower_ in ("i", "we"))
    return somebody and head.lemma_ in ("work", "volunteer", "train", "teach") and head.tag_ in ("VBZ", "VBP")


def _tells_apart(child: Token) -> bool:
    if child.dep_ in ("relcl", "acl", "compound", "poss", "nummod", "appos", "nmod", "npadvmod"):
        return True
    if child.dep_ == "amod":
        return child.lower_ not in _LOOSE or child.tag_ == "JJS"
    # "The idea from a magazine" is no better known for where it came from.
    return child.dep_ == "prep" and child.lower_ != "from" and any(True for _ in child.children)


def _would_hang(mention: Mention) -> bool:
    """Whether a thing, named again, would still leave open which one: "the dog"."""
    parts = mention.text.lower().split()
    return (
        len(parts) >= 2
        and parts[0] in ("the", "some", "those", "these")
        and all(part in _LOOSE for part in parts[1:-1])
        and mention.text.split()[-1][:1].islower()
        and parts[-1] not in SHARED_THINGS
        and mention.head not in SHARED_THINGS
    )


def _pointed(token: Token, clause: Clause, place: Place, discourse: Discourse) -> str | None:
    noun = token.head
    if any(child.dep_ in ("relcl", "acl") for child in noun.children):
        return (
            {"this": "a" if noun.tag_ != "NNS" else "some", "that": "the", "these": "some", "those": "the"}[
                token.lower_
            ]
            if noun.lemma_.lower() not in ("time", "one")
            else None
        )
    new = (
        noun.dep_ in ("dobj", "pobj", "nsubj") and any(c.dep_ == "amod" for c in noun.children)
    ) or noun.dep_ == "dobj"
    if token.lower_ in ("this", "these") and new and is_past(clause.head) and noun.lemma_.lower() not in SHOWN | TIMES:
        # "I met this woman": the colloquial indefinite.
        if any(c.dep_ == "predet" for c in noun.children):
            return "the"
        return "a" if token.lower_ == "this" and noun.tag_ != "NNS" else "some"
    for mention in reversed(discourse.mentions):
        if mention.order >= (*place, clause.all_tokens[0].i):
            continue
        if mention.order[0] == place[0] and mention.head == noun.lemma_.lower():
            return "the"
    return None


def _is_expletive(token: Token, clause: Clause) -> bool:
    """ "It is important to me that ...": the subject follows."""
    return (
        token.dep_ in ("nsubj", "expl")
        and token.head == clause.head
        and any(c.dep_ in ("ccomp", "xcomp", "csubj", "advcl") and c.i > clause.head.i for c in _below(clause.head))
        and clause.head.lemma_ == "be"
        and any(c.dep_ in ("acomp",) for c in clause.head.children)
        and any(t.lower_ in FIRST_PERSON for t in clause.all_tokens)
    )


def _below(head: Token) -> list[Token]:
    return list(head.children) + [g for c in head.children if c.dep_ == "acomp" for g in c.children]
