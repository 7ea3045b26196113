"""On what a standing instruction in English bears. Pure data."""

from __future__ import annotations

import re

from ..base import Subject
from .foods import names_food
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
    rf"|\b(?:want|need|like|prefer|expect)s?(?: to (?:have|see|get))? {_ANY_OF}{KINDS_OF_TEXT}\b"
    r"(?= [^.;!?\n]{0,40}?\b(?:in|with|without|under)\b)"
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

# Who asks for what the assistant was told to do: "which rules did I give you?", "how do I want my answers?".
ON_INSTRUCTIONS = re.compile(
    r"\b(?:instructions?|preferences?|ground rules|(?:my|our|the|any|which|what|house|standing) rules|guidelines"
    r"|(?:told|asked|taught) you|you(?:['’]re| are)? (?:supposed|meant|told|asked) to"
    r"|you (?:always|never)|should you"
    r"|how (?:do|should|would|did) (?:i|we|you)\b[^.?!\n]{0,30}?\b(?:like|want|prefer|answer|write)"
    r"|(?:do|did) (?:i|we) (?:like|want|prefer|ask))\b|\beverything you (?:know|have)"
    r"|\bwhat do you (?:know|remember)\b",
    re.IGNORECASE,
)

# Who asks for a thing that is so, or for a word of a talk, wants no text or code made: "What time is lunch?", "hi, how
# was your day". "What should it say?" may want one.
_PLAIN = (
    r"^(?:(?:and|so|but|hi|hey|hello|ok|okay)[,!]? ){0,2}"
    r"(?:(?:who|whom|whose|when|where|what|which)(?:['’]s)?\b"
    r"(?!.{0,60}?\b(?:should|could|shall|can|might|would|look(?! like)|wrong)\b)"
    r"|how (?:are|is|was|were) (?:you|your|it|things)\b"
    r"|how (?:tall|long|far|old|many|much|hot|warm|cold|big|high|deep|often|fast|heavy)\b"
)
ASKS_PLAINLY = re.compile(f"{_PLAIN})", re.IGNORECASE)
# The same of whoever asks why, whether or which: "Can I drink milk with it?", "Which paints should I take?". "Can you
# look at it?" and "Why does it fail?" may be of what is made.
_MAKING = (
    r"(?:say|write|put|word|phrase|tell|call|name|reply|answer|respond|send|text|mail|look(?! like)|read|wrong|fix"
    r"|build|test|implement|structure|format|design|draw|draft|set|use)"
)
ASKS_OF_THINGS = re.compile(
    rf"{_PLAIN}|(?:what|which|how|where|when|who)\b(?!.{{0,80}}?\b{_MAKING}\b)(?!.{{0,80}}?\byou\b)"
    r"|why\b(?!.{0,80}?\b(?:fail|work|break|crash|wrong)\w*\b)"
    r"|(?:is|are|was|were|do|does|did|has|have|will|may|can|could|should|shall|must) "
    rf"(?!(?:you|u|there|this|that|it)\b)(?!.{{0,80}}?\b{_MAKING}\b))",
    re.IGNORECASE,
)

# "Explain the tricky bits inside the snippets" is on code alone.
ON_CODE = _any("code snippets? functions? scripts? commits? pull\\srequests? quer(?:y|ies)")

_CODE = _any(
    "code coding program(?:s|me|ming)? functions? methods? class(?:es)? scripts? snippets? regex(?:es)?"
    " quer(?:y|ies) sql loops? bugs? debug\\w* refactor\\w* implement\\w* pars(?:e|er|ers|es|ing) compil\\w+"
    " unit\\stests? tests? helpers? modules? apis? endpoints? exceptions? stack\\strace python javascript typescript"
    " golang rust java bash css html react django commits? pull\\srequests? prs? algorithms? librar(?:y|ies)"
    " dockerfile yaml json csv variables?",
    f"|{OF_CODE.pattern}",
)
_CORRESPONDENCE = (
    "e-?mails? mails? letters? repl(?:y|ies) (?<!commit\\s)messages? msgs? draft\\w* newsletters? invitations? memos?"
    " tweets? captions? slack linkedin write\\s(?:to|back)"
    " (?:tell|text|message)\\s(?:him|her|them|my|our)"
)
_SONGS = "poems? songs? lyrics verses? chorus rhymes? stor(?:y|ies) tales? limericks? jokes?"
_REPORTS = (
    "charts? graphs? plots? diagrams? reports? essays? presentations? slides? decks? memos? minutes chapters? thesis"
    " theses abstracts? summar\\w+ bibliograph\\w+ references? sources? citations?"
)
_MONEY = (
    "prices? costs? budgets? money euros? dollars? pounds? kron(?:er|or) currenc(?:y|ies) salar(?:y|ies) rent"
    " pay\\w* fees? bills? invoices? quotes? expenses?"
)
_MEETINGS = (
    "meetings? calendars? appointments? schedul\\w+ reschedul\\w+ book(?:ing|ings)? calls? slots? availability"
    " reminders?"
)
_ARRANGED = "(?:find|pick|choose|suggest)\\s(?:me\\s|us\\s)?an?\\s(?:time|date|day)\\b(?!\\s(?:out|trip))"
# "Nothing before ten", "nothing on Sundays": of what is arranged.
_HOURS = "nothing\\s(?:before|after|on|until|till)\\s\\w+"
_MEALS = (
    "dinners? lunch(?:es)? breakfasts? meals? menus? recipes? cook\\w* bak(?:e|es|ing) desserts? groceries food"
    " suppers? brunch(?:es)? restaurants?"
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
_SERVED = "portions? servings? ingredients?"
_TRAVEL = (
    "trips? travel\\w* flights? fly(?:ing)? hotels? holidays? vacations? itinerar(?:y|ies) trains? airports? airbnb"
    " tours?"
)
_ON_BOARD = (
    "(?:aisle|window)\\sseats? luggage baggage quiet\\s(?:carriage|coach) legroom layovers? stopovers? airlines?"
    " hotel\\srooms?"
)
# What is made to be looked at, and what that is made of.
_LOOKS = (
    "design\\w* gradients? fonts? typefaces? (?:sans[-\\s])?serifs? palettes? logos? icons? illustrations? layouts?"
    " (?:drop\\s)?shadows? backgrounds? watermarks? stock\\s(?:photos?|images?|pictures?) photos? images? pictures?"
    " colou?r\\sschemes? clip\\s?art animations? posters? banners? flyers? leaflets? brochures? infographics?"
    " web\\s?(?:site|page)s? home\\s?pages? landing\\spages? mock-?ups? wireframes? covers?"
)
_DRAWN = "slides? decks? slideshows? presentations? drawn? drawing sketch\\w* paint\\w* visuals? charts? graphs?"
_SPORTS = "workouts? work\\sout exercis\\w+ gym training fitness"


def _both(words: str, *, told: str = "", asked: str = "", is_made: bool = False) -> Subject:
    return Subject(_any(f"{words} {told}"), _any(f"{words} {asked}"), is_made=is_made)


def _kind(told: str, more: str = "") -> Subject:
    return Subject(_any(told), _any(f"{told} {more}"))


# What is on one of these alone is not on its neighbours: on commit messages, and not on all code.
_KINDS_OF_CODE = (
    _kind("commits? commit\\smessages?", "commit(?:ted|ting)"),
    _kind("pull\\srequests? merge\\srequests? prs?"),
    _kind("tests? testing unit\\stests?", "tested"),
    _kind("readmes? docs documentation changelogs?", "document"),
)
_KINDS_OF_REPORT = (
    _kind("slides? decks? presentations? slideshows?", "powerpoint keynote pitch"),
    _kind("minutes", "(?:summari[sz]e|recap|write\\sup)\\s(?:the|our|this|that)\\s(?:meeting|call)"),
    _kind("abstracts?"),
    _kind("charts? graphs? figures? plots? diagrams?", "plotted plotting draw visuali[sz]e"),
    _kind("thesis theses chapters? dissertations?"),
    _kind("reports? essays? memos?"),
)

# An instruction on one of these bears on each prompt that is about the same, whatever words both have.
SUBJECTS = (
    Subject(_CODE, _CODE, kinds=_KINDS_OF_CODE, is_made=True),
    _both(_CORRESPONDENCE, asked="answer\\s(?:him|her|them|(?-i:[A-Z]))", is_made=True),
    _both(_SONGS, is_made=True),
    Subject(_any(_REPORTS), _any(_REPORTS), kinds=_KINDS_OF_REPORT, is_made=True),
    _both(_LOOKS, asked=_DRAWN, is_made=True),
    _both(_MONEY, asked="earn(?:s|ed|ing)? wages?"),
    _both(_MEETINGS, told=_HOURS, asked=_ARRANGED),
    Subject(_any(f"{_MEALS} {_BODY} {_SERVED}"), _any(f"{_MEALS} {_COOKED}"), means=names_food),
    _both(_TRAVEL, told=_ON_BOARD),
    _both(_SPORTS, told=_BODY),
    # What is not to be suggested bears where something is to be.
    Subject(
        _any("(?:suggest|recommend|propos)(?:s|ing|ed|e)?"),
        _any(
            "suggest\\w* recommend\\w* propos\\w+ ideas?(?!\\s(?:why|how|what)\\b)"
            " wh(?:at|ich)(?:\\s[\\w-]+){0,3}\\s(?:should|could|shall|might|can)\\s(?:i|we)"
            "(?!\\s(?:say|tell|do\\sabout)\\b)"
        ),
        is_any=True,
    ),
)
