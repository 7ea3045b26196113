"""On what a standing instruction in English bears. Pure data."""

from __future__ import annotations

import re

from ..base import Subject
from .manners import OF_CODE


def _any(words: str, more: str = "") -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words.split())})\b{more}", re.IGNORECASE)


# "When you write code, use tabs" is about code alone, "when I ask for a list, keep it short" about lists. "If possible"
# and "when I ask" say nothing of a subject. What is to be done then is none of the condition.
_ASKING = r"(?:ask|answer|repl(?:y|ies)|respond|talk|speak|say|want|need|can)s?"
_ASKED = r"(?: (?:you|the assistant))?(?: for| about| to)? (?!something|anything|(?:for )?(?:help|advice)\b)\w"
UNSURE = (
    r"(?:you|it|the assistant) (?:(?:do|does)(?:n['’]?t| not) know|(?:are|is)(?:n['’]?t| not) sure|(?:are|is) unsure)\b"
)
CONDITION = re.compile(
    # "It'd be great if you didn't use emojis" names no condition.
    r"\b(?<!even )(?!(?:(?<=d be great )|(?<=d be good )|(?<=d be nice ))if you did(?:n['’]?t| not) use\b)"
    r"(?:when(?:ever)?|while|if|every time|each time)\b(?! (?:possible|needed|necessary|in doubt|asked)\b)"
    rf"(?! {UNSURE})"
    rf"(?! (?:i|we|you|it|they|he|she|the user|the assistant) {_ASKING}\b(?!{_ASKED}))"
    r"(?:(?!\b(?:please|pls|plz|kindly|keep|always|never|don['’]?t|do not)\b)[^,.;!?])*",
    re.IGNORECASE,
)
KINDS_OF_TEXT = (
    r"(?:(?:e-?|cover )?(?:mails?|letters?)|texts|messages?|msgs?|recipes?|invoices?|drafts?|invitations?|captions?"
    r"|tweets?|posts?|poems?|songs?|lyrics|stor(?:y|ies)|newsletters?|slides?|presentations?|speech(?:es)?|memos?"
    r"|essays?|itinerar(?:y|ies)|contracts?|reports?|reviews?|menus?|adverts?|listings?|quotes|bibliograph(?:y|ies)"
    r"|agendas?|press releases?)"
)
_ANY_OF = r"(?:(?:all|any|my|our|her|his|their|the|every|each|to|short|long|\w+ed) )*"
# An instruction on how one of these is to be made is about these alone, whatever manner it tells: "letters in a polite
# tone", "keep emails short". "Your messages" are all answers, "also in recipes" is more, "no stories" asks for none.
MADE = re.compile(
    rf"^\W*(?:(?:and|also|please|pls|for|in) )*{_ANY_OF}{KINDS_OF_TEXT}\b"
    rf"|\b(?:write|draft|compose|sign|keep|make|send|start|end|address|prepare|format) {_ANY_OF}{KINDS_OF_TEXT}\b"
    rf"|(?<!also )\b(?:in|for) {_ANY_OF}{KINDS_OF_TEXT}\b(?! too\b)"
    r"|\b(?:write|mail|text|message)s? to (?:(?:the|a|an|my|our|their|his|her|him|them)\b|(?-i:[A-Z]))"
    r"|\b(?:mail|text|message) (?:him|her|them)\b",
    re.IGNORECASE,
)
# Beside one of these words it is about every answer.
ON_ANSWERS = re.compile(r"\b(?:answers?|repl(?:y|ies)|everywhere|anywhere|everything)\b", re.IGNORECASE)

# What is on the words of texts that are made, whatever their kind: "never write 'delighted'", "in anything you draft
# for me", "sign as the team". It bears where a text is asked for, and on no plain question.
_NOT_TO = r"(?:never|don['’]?t|do not|not to|no|stop|avoid)"
ON_TEXTS = re.compile(
    rf"\b{_NOT_TO}\b[^.;!?\n]{{0,30}}?\b(?:write|say|use|put|writing|saying|using|putting)\b"
    r"[^.;!?\n]{0,20}?(?:[\"“]|(?<=\s)['‘])\w"
    r"|\b(?:in|for|of) (?:anything|everything|any text|all texts?|whatever)\b[^.;!?\n]{0,30}?\b(?:write|draft)\b"
    r"|\bin any text\b|\bsign (?:as|off|with)\b",
    re.IGNORECASE,
)
ASKS_FOR_TEXT = _any(
    "writ(?:e|ing) rewrite drafts? compose repl(?:y|ies) respond word(?:ing)? texts? e-?mails? mails? letters? notes?"
    " messages? msgs? posts? captions? cards? invit(?:e|es|ation|ations) announcements? bios? blurbs? listings?"
    " cop(?:y|ies) ads? adverts? speech(?:es)? toasts? statements? summar(?:y|ies|ise|ize) reports? notices? signs?"
    " sms whatsapp tweets? newsletters? flyers? leaflets? descriptions? stor(?:y|ies) poems? paragraphs? sentences?"
    " essays? translat(?:e|ion) correct proofread edit minutes memos? reviews? obituar(?:y|ies) receipts? scripts?"
)

# "Explain the tricky bits inside the snippets" is on code alone.
ON_CODE = _any("code snippets? functions? scripts? commits? pull\\srequests? quer(?:y|ies)")

_CODE = _any(
    "code coding program(?:s|me|ming)? functions? methods? class(?:es)? scripts? snippets? regex(?:es)?"
    " quer(?:y|ies) sql loops? bugs? debug\\w* refactor\\w* implement\\w* pars(?:e|er|ers|es|ing) compil\\w+"
    " unit\\stests? tests? apis? endpoints? exceptions? stack\\strace python javascript typescript golang rust java"
    " bash css html react django commits? pull\\srequests? prs? algorithms? librar(?:y|ies) dockerfile yaml json"
    " csv variables?",
    f"|{OF_CODE.pattern}",
)
_CORRESPONDENCE = (
    "e-?mails? mails? letters? repl(?:y|ies) messages? msgs? draft\\w* newsletters? invitations? memos? tweets?"
    " captions? slack linkedin write\\s(?:to|back)"
    " (?:tell|text|message)\\s(?:him|her|them|my|our)"
)
_SONGS = "poems? songs? lyrics verses? chorus rhymes? stor(?:y|ies) tales? limericks? jokes?"
_REPORTS = (
    "reports? essays? presentations? slides? decks? memos? minutes chapters? thesis theses abstracts? summar\\w+"
    " bibliograph\\w+ references? sources? citations?"
)
_MONEY = (
    "prices? costs? budgets? money euros? dollars? pounds? kron(?:er|or) currenc(?:y|ies) salar(?:y|ies) rent"
    " pay\\w* fees? bills? invoices? quotes? expenses?"
)
_MEETINGS = (
    "meetings? calendars? appointments? schedul\\w+ reschedul\\w+ book(?:ing|ings)? calls? slots? availability"
    " reminders?"
)
# "Nothing before ten", "nothing on Sundays": of what is arranged.
_HOURS = "nothing\\s(?:before|after|on|until|till)\\s\\w+"
_MEALS = (
    "dinners? lunch(?:es)? breakfasts? meals? menus? recipes? cook\\w* bak(?:e|es|ing) desserts? groceries food"
    " suppers? brunch(?:es)?"
)
_DISHES = (
    "pancakes? waffles scones? bread bagels? muffins? cakes? cupcakes? cookies biscuits brownies? pies? crumble pudding"
    " custard soups? stews? chowder curr(?:y|ies) dal risotto paella pasta lasagn[ae] spaghetti noodles ramen pizzas?"
    " burgers? sandwich(?:es)? burritos? salads? omelettes? porridge granola smoothies? casserole meatballs dumplings"
    " sushi quiche pesto gravy hummus marinade"
)
# They are cooked, and name no other thing: "a pie chart".
_COOKED = (
    r"eat(?:s|ing)? (?:make|bake|cook|prepare|fry|grill)(?:\s\w+){0,3}?\s"
    rf"(?:{'|'.join(_DISHES.split())})(?=\W*$|[,;.!?]|\s(?:for|with|without|from|and|that|tonight|recipe)\b)"
)
_BODY = "calories? carbs? diet(?:s|ing)?"
_TRAVEL = (
    "trips? travel\\w* flights? fly hotels? holidays? vacations? itinerar(?:y|ies) trains? airports? airbnb tours?"
)
_ON_BOARD = (
    "(?:aisle|window)\\sseats? luggage baggage quiet\\s(?:carriage|coach) legroom layovers? stopovers? airlines?"
    " hotel\\srooms?"
)
_SPORTS = "workouts? work\\sout exercis\\w+ gym training fitness"


def _both(words: str, *, told: str = "", asked: str = "") -> Subject:
    return Subject(_any(f"{words} {told}"), _any(f"{words} {asked}"))


# An instruction on one of these bears on each prompt that is about the same, whatever words both have.
SUBJECTS = (
    Subject(_CODE, _CODE),
    _both(_CORRESPONDENCE),
    _both(_SONGS),
    _both(_REPORTS),
    _both(_MONEY),
    _both(_MEETINGS, told=_HOURS),
    _both(_MEALS, told=_BODY, asked=_COOKED),
    _both(_TRAVEL, told=_ON_BOARD),
    _both(_SPORTS, told=_BODY),
    # What is not to be suggested bears where something is to be.
    Subject(
        _any("(?:suggest|recommend|propos)(?:s|ing|ed|e)?"),
        _any("suggest\\w* recommend\\w* propos\\w+"),
    ),
)
