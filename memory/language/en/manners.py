"""How answers may be wanted, in English: units, clocks, languages, shapes, tones, styles of code. Pure data."""

from __future__ import annotations

import re


def _any(words: str) -> str:
    return rf"(?<![\w@#])(?:{'|'.join(words.split())})(?!\w)"


# Units, money, clocks, dates.
_MEASURES = _any(
    r"metric imperial kilomet(?:er|re)s? km miles? celsius centigrade fahrenheit kilos? kg grams? ounces? lbs?"
    r" inch(?:es)?"
    r" centimet(?:er|re)s? cm litres? liters? euros? eur usd gbp chf nok sek dkk dollars? francs? kron(?:er|or|a)"
    r" pesos?"
    r" yen rupees? decimal\s(?:points?|commas?) currency units?"
    r" (?:24|12)[\s-]?h(?:ours?|rs?)?(?:\s(?:clock|times?|format))? (?:twelve|twenty-four)[\s-]hour(?:\sclock)? am/pm"
    r" military\stime iso\sdates? dd[/.-]?mm\S* mm[/.-]?dd\S* (?:month|day|year)\sfirst"
    r" (?:day|month)\sbefore\s(?:month|day)"
    r" weeks?\sstarts?(?:\son)?\s(?:mon|sun)\w* time\s?zones?"
)
# What is about every answer.
_GENERAL = _any(
    # languages and spelling
    r" english german french spanish italian portuguese polish dutch swedish norwegian danish finnish russian ukrainian"
    r" turkish arabic hindi japanese chinese korean welsh irish spelling grammar"
    # shapes and lengths
    r" bullet\spoints? bullet\slists? bullets? lists tables paragraphs? headings? headers? markdown plain\stext emojis?"
    r" emoticons? smileys? exclamation\s(?:marks?|points?) acronyms? abbreviations? jargon"
    r" idioms? slang hedging clich[eé]s? buzzwords? footnotes? citations? cite"
    r" sources? references hashtags? bold italics? numbered columns? shorter short brief briefly concise"
    r" (?:one|two|three|four|five|\d+)\s(?:sentences?|lines?|words|paragraphs?|columns?|points?)(?:\smax)?"
    r" apa mla harvard vancouver chicago (?:em\s)?dash(?:es)? oxford\scomma caps capitals tl;dr steps vat"
    # tones
    r" formal(?:ly)? informal(?:ly)? casual(?:ly)? blunt(?:ly)? polite(?:ly)? direct(?:ly)? sarcas[mt]\w* irony humou?r"
    r" jokes flattery compliments? praise apolog\w+ excuses disclaimers? fluff waffle small\stalk chit-?chat"
    r" cheerful\w* sugar\s?coat\w* lectur\w+ preach\w* moraliz\w+ nag(?:ging)? pep\stalks? summar(?:y|ies) recaps?"
    r" greet(?:ings?)? tone straight\sto\sthe plain\s(?:english|words|language) simple\s(?:words|english|language)"
    r" step\sby\sstep one\s(?:step|thing|question|recommendation|answer|option)s?\sat\sa\stime"
    r" (?:lead|start|begin)\swith\sthe\s(?:answer|conclusion|result|point|bottom\sline)"
    r" (?:answer|conclusion|bottom\sline)\sfirst great\squestion repeat(?:\smy|ing)? rhetorical"
)
# What is about code alone.
_OF_CODE = _any(
    r"tabs (?:two|four|\d)\sspaces spaces snake_case camel_?case pascal_?case docstrings? type\s(?:hints?|annotations?)"
    r" semicolons? (?:single|double)\squotes strict\smode code\sstyle commit\smessages? doc\scomments?"
    r" (?:code\s)?comments"
    r" pseudocode diffs? typescript python javascript rust golang java kotlin sql unit\stests? git\spush prs?"
    r" pull\srequests? early\sreturns? f-strings? prints? c# c\+\+ gdscript"
)
# How a wish begins that is kept in the user's own words.
AS_TOLD = "wants the assistant to keep to this: "
GENERAL = re.compile(f"{_MEASURES}|{_GENERAL}", re.IGNORECASE)
# "Give measurements in grams" is about every answer too, however it is put. "Quote the rent in euros" is not.
IN_MEASURES = re.compile(
    r"(?<!not to )(?<!never )\b(?:give|show|state|tell|express|list|write)(?: (?:me|us|them))?(?: all| any)?"
    r" (?:measure(?:ment)?s|weights|distances|temperatures|amounts|quantities|sizes|lengths|prices|times|everything)"
    rf" in (?:\w+ )?{_MEASURES}(?=\W*$|[,.;]| (?:please|and|not|never|instead)\b)",
    re.IGNORECASE,
)
# Of what every answer is made.
OF_LANGUAGE = re.compile(
    _any(
        r"words? words?ing phras(?:es|ing) sentences? language vocabulary verbs? nouns? adjectives? adverbs?"
        r" contractions? metaphors? similes? puns? quotation\smarks? quotes punctuation commas? colons? ellips[ei]s"
        r" italics symbols? numerals? numbers? digits? capitals? letters? pronouns? (?:first|last|sur|nick)[\s-]?names?"
        r" names? titles? profanity swear\w* terms? terminology voice tense answers? detail(?:s|ed)? lists? tables?"
    ),
    re.IGNORECASE,
)
OF_CODE = re.compile(_OF_CODE, re.IGNORECASE)
_LANGUAGES = (
    "english german french spanish italian portuguese polish dutch swedish norwegian danish finnish russian"
    " ukrainian turkish arabic hindi japanese chinese korean welsh irish"
)
LANGUAGE = re.compile(_any(_LANGUAGES), re.IGNORECASE)
# Of each of these there is one at a time: who wants the other now wants the first no more.
ONE_AT_A_TIME = tuple(
    re.compile(_any(words), re.IGNORECASE)
    for words in (
        "metric imperial kilomet(?:er|re)s? km miles? inch(?:es)? centimet(?:er|re)s? cm feet",
        "celsius centigrade fahrenheit kelvin",
        "kilos? kg grams? ounces? lbs? cups",
        "euros? eur dollars? usd gbp chf nok sek dkk francs? kron(?:er|or|a) pesos? yen rupees?",
        r"(?:24|12)[\s-]?h(?:ours?|rs?)? twelve[\s-]hour twenty-four[\s-]hour am/pm",
        r"dd[/.-]?mm\S* mm[/.-]?dd\S* day\sfirst month\sfirst year\sfirst iso",
        _LANGUAGES,
        "british american canadian australian",
        "bullets? lists? paragraphs? prose tables?",
        "formal(?:ly)? informal(?:ly)? casual(?:ly)?",
        "short shorter brief(?:ly)? concise long longer detail detailed",
        "tabs spaces",
    )
)
# How it is asked, beside what: "please", "from now on"; and why.
ASKING = re.compile(
    r"^.{1,80}? wants the assistant (?:not )?to\b(?: keep to this:)?"
    r"|\b(?:please|pls|plz|kindly|always|from (?:now|here) on|now|instead|again|actually|btw|after all|ok|okay|use|give"
    r"|write|answer|show|switch(?: back)? to|go back to|all|my|me)\b"
    r"|(?:,| -| –) (?:i|i['’]m|i['’]ve|we|we['’]re|my|our|because|since|as|it['’]s)\b[^“”]*",
    re.IGNORECASE,
)
