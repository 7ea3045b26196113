"""Prompts that need nothing of what is known: greetings and thanks, and what a calculator answers. Pure."""

from __future__ import annotations

import re

_FINE = (
    "good|great|fine|perfect|lovely|nice|ok|okay|right|alright|wonderful|brilliant|excellent|awesome|amazing|cool"
    "|fab|super|brill|smashing"
)
_TIME = "day|morning|afternoon|evening|night|weekend|one|time|week|trip"
# What somebody calls the answer, and whoever gave it.
_OF_HELP = (
    "quick|fast|speedy|useful|handy|kind|clear|easy|clever|spot on|just right"
    "|(?:just|exactly) what (?:i|we) (?:need|want)ed"
)
_PRAISED = (
    "(?:(?:a |an? absolute |my |the )?(?:star|legend|gem|genius|hero|angel|life ?saver|champ|diamond|treasure|best)"
    "|(?:very|so|too) (?:kind|good|sweet|helpful))"
)
# Whom somebody greets or thanks. A name may be somebody of whom is asked.
_WHOEVER = (
    "mate|bro|bruv|pal|buddy|love|dear|darling|sir|madam|ma['’]?am|miss|friend|folks|guys|lads|everybody|hun|babe"
    "|you (?:guys|lot|all)|y['’]all|x{1,3}"
)
# What somebody says who greets, agrees, thanks or takes leave. "Got the job" tells something.
_PLEASANTRY = (
    rf"good (?:{_TIME}|luck|job|work|idea|point|stuff|chat|call|meeting|session)"
    r"|good to (?:know|hear)|(?:got|love|like) (?:it|that)"
    r"|go ahead|go for it|will do|well done|never mind|no (?:problem|worries|need)|makes sense|you too"
    rf"|(?:sounds|looks) (?:{_FINE})"
    r"|(?:that|this|it)(?:['’]s| is|['’]ll be| will be| was) (?:(?:so|very|really|super) )?"
    rf"(?:all|it|everything|enough|helpful|{_FINE}|{_OF_HELP})"
    rf"|(?:you|u)(?:['’]?re|r| are| r) {_PRAISED}|(?:so|very|too) kind of you"
    r"|(?:that|this|it) (?:did (?:it|the trick)|works?(?: now)?|worked|help(?:s|ed)(?: a lot| so much)?)"
    r"(?: (?:a treat|like a charm|perfectly|great|fine|well))?"
    rf"|all (?:good|done|set)|nothing else|take care|see (?:you|ya)|have an? (?:{_FINE}) (?:{_TIME})|let me think|i see"
    r"|of course|(?:much|very much|really) appreciated|(?:i )?(?:really )?appreciate (?:it|that)|great (?:job|work)"
    r"|(?:you['’]ve|you have) been (?:(?:very|so|really|most) (?:helpful|kind)|(?:a |such a )?great help)"
    r"|(?:very|so|really|super) helpful|(?:great|big|lovely) (?:help|stuff)|(?:all )?sorted"
    rf"|(?:i['’]?m|i am) (?:good|fine)|glad to hear (?:it|that)|enjoy your (?:{_TIME})"
    rf"|you have an? (?:{_FINE}) (?:{_TIME})|ttyl|brb|gn"
    r"|(?:talk|speak)(?: to you)? (?:soon|later|tomorrow)|works a treat|just what (?:i|we) (?:need|want)ed"
    # A word alone comes last: what an item has taken it does not give back.
    r"|hello|hi|hey|hiya|howdy|(?:many )?thanks|thank (?:you|u)|thx|thnx|tysm|ta|cheers|k|yes|yeah|yep|yup|no|nope|nah"
    rf"|sure|please|bye|goodbye|goodnight|noted|understood|done|lol|haha|wow|sorry|welcome|h+m+|m+|oh|ah|ooh|{_FINE}"
    r"|morning|afternoon|evening"
)
_BESIDE_IT = (
    r"there|all|everyone|team|(?:so|very|ever so) much|a (?:lot|bunch|million|ton)|again|later|soon|today|tomorrow"
    rf"|tonight|now|then|for (?:now|today|tonight|the moment|that|everything)|kindly|both|indeed"
    r"|for (?:your|the|all (?:your|the)) (?:help|patience|support|time|info|information|quick reply)"
    r"|for (?:helping|letting (?:me|us) know)"
    rf"|(?:un)?till? (?:tomorrow|later|then)|{_WHOEVER}|{_TIME}"
)
# Who serves somebody offers help in these words, and asks after nothing that is known.
_OFFERED = (
    r"(?:is there )?(?:any|some)thing else (?:that )?(?:i|we) (?:can|could|may)"
    r" (?:(?:help|assist)(?: you)?(?: with)?|(?:do|get) for you|get you)(?: today| now)?"
    r"|how (?:can|may) (?:i|we) (?:help|assist)(?: you)?(?: today)?"
)
_UNITS = (
    r"(?:grams?|g|kg|kilos?|ounces?|oz|pounds?|lbs?|stones?|litres?|liters?|ml|cups?|pints?|gallons?|teaspoons?|tablespoons?"
    r"|miles?|km|kilomet(?:re|er)s?|met(?:re|er)s?|cm|mm|feet|foot|inch(?:es)?|yards?|acres?|hectares?|celsius|fahrenheit"
    r"|degrees?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|dozen|bytes?|[kmgt]b)"
)
_ASKED = (
    r"(?:please |(?:can|could) you )?(?:give|tell|show|find) me |what(?:['’]s| is| are) |how much is |calculate "
    r"|work out |convert "
)
_FIGURE = r"[\d][\d.,]{0,20}"
_WORKED_OUT = (
    rf"{_FIGURE} ?(?:%|percent|per cent) of {_FIGURE}|{_FIGURE} ?(?:[x×*/+–-]|plus|minus|times|divided by) ?{_FIGURE}"
    rf"|{_FIGURE} ?{_UNITS} (?:in|to|into|as) {_UNITS}"
)

NEEDS_NOTHING = re.compile(
    # Each item is atomic: "good morning" is one item or two, and a text of many of them would be tried in all ways.
    rf"^[^\w?]*(?>(?:{_PLEASANTRY})\b)"
    rf"(?>[^\w?]{{1,5}}(?:(?:and|so|but) )?(?:{_PLEASANTRY}|{_BESIDE_IT})\b)*[^\w?]*$"
    rf"|^(?:{_OFFERED})[^\w]*$"
    rf"|^(?:{_ASKED})?(?:an? |the |some |(?:[a-z]+|\d+) )?(?:{_WORKED_OUT})[^\w]*$",
    re.IGNORECASE,
)
