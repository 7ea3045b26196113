"""How people tell a PIN, or a code that opens a door or logs somebody in: a table of formats.

The patterns are in lower case, and begin as those of `spoken`.
"""

from __future__ import annotations

import re

from .formats import Format
from .grammar import BARE, BEHIND, ENDS, IS, MARKED, OF, OF_TOLD, TIE

_DOORS = (
    r"(?:door|gate|alarm|garage|entry|entrance|lock|safe|locker|lobby|key ?box|key ?safe|lock ?box|keypad|unlock|shed|"
    r"barn|intercom|vault|padlock|access|tür|tor|alarmanlage|garagen?|schloss|schließfach|tresor|eingangs?|"
    r"zugangs?|zahlenschloss|portail|porte(?:\sd['’]entrée)?|alarme|coffre|puerta|portón|alarma|garaje|caja fuerte|"
    # Dutch, Italian, Portuguese, Polish, Czech, Swedish and Danish, Russian
    r"poort|voordeur|kluis|furtki|klatki|cancello|portone|cassaforte|portão|cofre|bramy|bramki|drzwi|sejfu|dveř\w{1,3}|trezoru|grinden|"
    r"dörr\w{0,3}|dør\w{0,3}|kassaskåp\w{0,2}|домофон\w{0,2}|двер\w{1,2}|подъезд\w{0,2}|ворот\w{0,2}|сейф\w{0,2})"
)
_COMBINATION = (
    r"(?:code?|coed|pin|combination|combo|kombination|c[oó]digo|clave|combinaison|combinaci[oó]n|codice|k[oó]d(?:en)?|"
    r"koden?|код)"
)
# "gate code", "the vault's combination", "garage keypad code"
_DOOR_CODE = (
    rf"(?:\b{_DOORS}|tür)(?:['’]s)?[ -]?(?:(?:access|entry|keypad|unlock|disarm|lock|key|pad)[ -])?{_COMBINATION}\b"
    # "the code for the front door", "le code de l'alarme"
    rf"|\b{_COMBINATION}\s(?:for|to|of|on|at|für|fürs|zu[mr]?|vo[nm]|am|de|del|della|du|pour|d[aeo]|van|voor|per|dla|"
    rf"till?|från|ke?|от|для)\s(?:[\w'’-]{{1,20}}\s){{0,3}}?"
    rf"(?:[ld]['’]|[a-zäöü]{{3,12}}(?=tür))?{_DOORS}\b"  # "le code d'entrée de l'immeuble", "el código de acceso"
    rf"|\b{_COMBINATION}\s(?:d['’]entrée|d['’]accès|de acceso|de entrada|de acesso|di accesso|d['’]ingresso)\b"
)
_ONCE = (
    r"(?:one[- ]time|verification|login|log-in|sign-in|auth|authentication|two-factor|2fa|mfa|sms|otp|recovery|backup|"
    r"einmal|bestätigungs|verifizierungs|sicherheits|anmelde|freischalt|wiederherstellungs|notfall|backup)"
)
_ONCE_ABROAD = (
    r"(?:code|c[oó]digo|codice)\s(?:de\s|di\s)?(?:vérification|verificaci[oó]n|verificaç[ãa]o|verifica|sécurité|seguridad|"
    r"segurança|sicurezza|connexion)(?![^.\n]{0,12}\b(?:iso|sha|utf|rfc|aes|base)-?\d)"
)
_CODE = r"(?:[- ]?(?:pass)?codes?|[- ]?keys?|[- ]?pins?|[- ]tokens?|[- ]?kennw(?:o|ö)rt(?:er)?|[- ]?passwort)"
# What a code is called that opens nothing.
_OF_NOTHING = (
    r"(?:zip|area|postal|post|promo\w{0,7}|discount|voucher|coupon|gift|error|exit|dress|booking|country|status|reference|order|"
    r"tracking|product|item|customer|class|course|module|unit|exam|source|bar|qr|tax|sort|swift|iata|airport|referral|invite|"
    r"friend|seat|room|team|staff|student|employee|project|member(?:ship)?|meeting|lobby|game|race|raffle|cost(?:-cent(?:er|re))?|"
    r"billing|expense|merchant|medical|pickup|recipe|colou?r|hex|paint|http|postleit|kurs|código|postale?)\b"
)
_NAMED_SO = r"(?:login|log-in|sign-in|security|verification|access|confirmation|one[- ]time|otp|2fa)"
# Whose code logs somebody in, and is of nothing else: not of a shop, which has codes for its offers.
_SENDERS = (
    r"(?:whatsapp|paypal|google|telegram|signal|instagram|facebook|microsoft|apple|venmo|"
    r"coinbase|revolut|discord|github)"
)
# "Do not share it with anyone": what is said of a code that logs somebody in.
_ITSELF = r"(?:it|them|(?:this|the|your|that)\s(?:[\w-]{1,15}\s)?(?:code|otp|pin|passcode|number))\b"
_WARNED = (
    rf"(?=[^\n]{{0,60}}?\b(?:(?:do not|don['’]?t|never|not to)\s(?:ever\s)?(?:share|disclose|reveal|forward)\s{_ITSELF}"
    rf"|(?:do not|don['’]?t|never)\s(?:ever\s)?(?:give|tell|send)\s{_ITSELF}\s(?:out\s)?to\s(?:any|others|someone)"
    r"|(?:nicht|nie|niemals|niemandem)\s(?:mit anderen\s)?(?:teilen|weitergeben|weiter)\b"
    r"|no\s(?:l[oa]\s)?compartas?(?:\s(?:este|el|tu)\sc[oó]digo|\scon\snadie|[.!]|$)"
    r"|ne\s(?:l[ea]\s)?(?:partage|communique|divulgue)[rz]?\s(?:pas|jamais|à personne)))"
)
_FIGURES = r"(?:\d{3}[- ]\d{3}|\d{4,8})(?![\w-]|[.,:]\d)"
_IS_YOURS = rf"\s(?:is|ist)\s(?:your|ihr|dein)\s(?!{_OF_NOTHING})(?:[\w.-]{{2,20}}\s)?"
_TOLD = rf"(?:{IS}|\b(?:are|sind|lauten)\b|=|:|->)"
_PART = r"(?=[a-z]{0,11}\d)(?!(?:19|20)\d\d-\d\d-)[a-z0-9]{4,12}(?:-[a-z0-9]{4,12}){0,3}"
# A date is none, and a number with a point in it neither. A letter stands inside the codes of French doors: "48A63".
_NUMBER = r"(?!(?:19|20)\d\d-\d\d-|\d\d?-\d\d?-(?:19|20)\d\d)(?:\d{1,4}[ab]\d{1,4}|[a-z]?\d[\d*-]{2,9}[a-z]?)#?"
_DETERMINED = (
    r"(?:the|my|our|your|his|her|their|a|der|die|das|mein\w{0,2}|unser\w{0,2}|le|la|mon|ma|notre|el|mi|nuestr[oa])"
)

# Each begins with a letter, so that the search passes over all others quickly, and looks back for the word's edge.
_PIN = (
    r"(?:pin(?<!\w...)(?:|[ -]code|[ -]number|-nummer)|puk(?<!\w...)[12]?(?:|[ -]code|[ -]number|-nummer)|"
    r"cv[vc](?<!\w...)2?|security code(?<!\w.{13})|"
    r"geheimzahl(?<!\w.{10})|codigo pin(?<!\w.{10})|código pin(?<!\w.{10})|code pin(?<!\w.{8}))\b"
)
_CARD = (
    r"(?:card|bank|sim|phone|voicemail|debit|credit|atm|visa|mastercard|unlock|tablet|ipad|handy|ec|karten?|bancaire|"
    r"tarjeta|carte)"
)
_THING = r"\b(?:keypad|padlock|combination lock|lock ?box|key ?box|key ?safe|safe|locker|zahlenschloss|tresor)\b"

# A number as it is read out, to the end of its sentence: what is counted or listed goes on. Two pairs may be a year.
_FIGURE = (
    r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine|double|triple|null|eins|zwei|zwo|drei|vier|fünf|sechs|"
    r"sieben|acht|neun|zéro|un|deux|trois|quatre|cinq|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)"
)
_ONE_BY_ONE = rf"(?:{_FIGURE}(?:[ -]{_FIGURE}){{3,7}}|\d(?: \d){{3,7}})"
_IN_PAIRS = r"(?!(?:19|20) \d\d(?! ?\d))\d\d(?: \d\d){1,3}"
_CLOSED = rf"(?=[\"'`*_”)]{{0,3}}(?:[.!?;:](?!\d)|,(?!\s?(?:\d|{_FIGURE}\b))|\s?$|\n|\s?[<|→—–…]))"
_SAYS = rf"\s{{0,2}}(?:\b(?:is|is now|ist|est|es)\b|:|=)\s{{1,2}}{MARKED}"


def is_read_out(value: str) -> bool:
    """Whether figures are told one by one: in words, or with gaps."""
    return " " in value or "-" in value


# Looked for on a page, too.
PINS = (
    Format(
        "pin",
        re.compile(rf"{_PIN}{OF_TOLD}\s{{0,2}}(?:{IS}|=|:)\s{{0,2}}(?P<secret>\d{{3,8}}){BEHIND}"),
        signs=("pin", "puk", "cvv", "cvc", "security code", "geheimzahl"),
        spoken=True,
    ),
    Format(
        "pin",
        re.compile(r"cv[vc](?<!\w...)2?\s(?P<secret>\d{3,4})(?![\w-])"),
        signs=("cvv", "cvc"),
        spoken=True,
    ),
    Format(
        "pin",
        re.compile(
            r"(?:card(?<!\w....)|visa(?<!\w....)|mastercard(?<!\w.{10})|amex(?<!\w....)|karte(?<!\w.....))\b"
            r"[^\n]{0,120}?\bsecurity code\s(?P<secret>\d{3,4})(?![\w-])"
        ),
        signs=("security code",),
        spoken=True,
    ),
)
CODES = (
    # "the pin changed, it's now …", "bank pin changed, … now", "… is my new pin"
    Format(
        "pin",
        re.compile(
            rf"{_PIN}{TIE}{MARKED}(?P<secret>\d{{3,8}}){BEHIND}"
            rf"|\b{_CARD}(?:['’]s)?[ -]?(?:{_PIN}|passcode){BARE}(?P<beside>\d{{4,8}}){ENDS}"
            # What unlocks a SIM has eight figures, and nothing else is called so.
            rf"|puk(?<!\w...)[12]?(?:[ -]code)?\s(?P<unblocks>\d{{8}}){BEHIND}"
            rf"|{_PIN}{BARE}(?P<now>\d{{4,8}})(?=\s(?:now|from now|jetzt|ahora|maintenant)\b)"
            rf"|(?<![\w.,:/+-])(?P<before>\d{{4,8}})\s(?:is|was|ist|war|es|est|=)\s(?:now\s|jetzt\s|ahora\s|maintenant\s)?"
            rf"{_DETERMINED}\s(?:[\w'’-]{{1,15}}\s){{0,3}}?{_PIN}(?!\s(?:code\s)?[a-z]{{3,}})"
        ),
        signs=("pin", "puk", "cvv", "cvc", "security code", "geheimzahl", "passcode"),
        spoken=True,
    ),
    Format(
        "code",
        re.compile(
            # "alarm code for the office is …", "new gate code since Monday: …"
            rf"(?:{_DOOR_CODE}){TIE}(?:(?:le|el|il)\s)?{MARKED}(?P<secret>{_NUMBER}){BEHIND}"
            # "gate code …", "der Code fürs Tor? 5190#"
            rf"|(?:{_DOOR_CODE})(?:{BARE}|[?,]{{1,2}}[^\d\n]{{0,12}}){MARKED}(?P<beside>{_NUMBER}){ENDS}"
            # "… is the new gate code", "… as the code for the gate"
            rf"|(?<![\w.,:/+-])(?P<turned>{_NUMBER})\s(?:is|was|ist|war|es|est|=|as|for|als|für)\s"
            rf"(?:now\s|jetzt\s|ahora\s|maintenant\s)?{_DETERMINED}\s(?:[\w'’-]{{1,15}}\s){{0,2}}?(?:{_DOOR_CODE})"
        ),
        signs=("cod", "cód", "kod", "kód", "код", "pin", "comb", "clave"),
        spoken=True,
    ),
    Format(
        "code",
        re.compile(
            # "the padlock opens with …", "they reset the safe to …"
            rf"{_THING}[^\d\n.!?]{{0,40}}?\b(?:opens? (?:with|by|to)|takes|use|enter|(?:punch|type|key) in|set to)\s"
            rf"(?P<opens>\d{{4,8}}|\d\d?(?:-\d\d?){{2}}){ENDS}"
            rf"|\b(?:(?:bike|bicycle|cable|suitcase|luggage)\slock|padlock)(?:['’]s|\s(?:is|=)|:)\s(?!(?:19|20)\d\d\b|\d{{1,4}}00\b)"
            rf"(?P<locked>\d{{3,6}}){ENDS}"
            # "the keypad is …", "my phone unlocks with …"
            rf"|\bkeypad\s(?:is|ist|now|=|:)\s(?P<keyed>\d{{4,8}}#?){ENDS}"
            rf"|\b(?:{_DOORS}|phone|handy|tablet|i?pad|laptop)\s(?:unlocks|opens)\s(?:with|by)\s(?P<unlocks>\d{{4,8}}){ENDS}"
            rf"|\b(?:set|reset|changed)\s{_DETERMINED}\s(?:[\w'’-]{{1,15}}\s){{0,2}}?{_THING}\sto\s"
            rf"(?P<set>\d{{4,8}}){ENDS}"
            # "to get in, punch in …", "the alarm at mum's: type … and press off"
            rf"|\b(?:{_DOORS}|keypad)\b[^\d\n.!?]{{0,40}}\b(?:punch|key) in\s(?P<entered>\d{{4,8}}){ENDS}"
            rf"|\b{_DOORS}\b[^\d\n.!?:]{{0,30}}[:,]\s(?:type|tap|enter|key|punch)(?: in)?\s(?P<pressed>\d{{4,8}})"
            r"(?=,?\s(?:and|then)\s(?:press|push|hit)\s(?:the\s)?(?:off|ok|enter|hash|star|pound|green|unlock|open|[#*]))"
            rf"|\b{_DOORS}\s?[:=,]\s?(?P<pad>\d{{4,8}})\s(?:on|at|in|into)\sthe\s(?:keypad|pad|panel|lock|key ?box)\b"
            rf"|\b{_DOORS}[,:]\s(?P<that>\d{{4,8}})\s(?:opens|unlocks|disarms)\sit(?=[.,!]|\s?$|\n)"
            rf"|\bto\s(?:get in\w{{0,4}}|open|unlock|disarm|enter)\b[^\d\n.!?]{{0,40}}?"
            rf"\b(?:punch|key|type|tap)(?: in)?\s(?P<typed>\d{{4,8}}){ENDS}"
        ),
        signs=("key", "lock", "safe", "schloss", "tresor", "punch", "type", "tap", " enter ", " opens ", "disarms"),
        spoken=True,
    ),
    Format(
        "code",
        re.compile(
            # "Your one-time code is …", "Ihr Bestätigungscode lautet …", "backup codes: …, …"
            rf"\b(?:{_ONCE}{_CODE}|{_ONCE_ABROAD}){OF}\s{{0,2}}{_TOLD}\s{{0,2}}(?P<secret>{_PART}(?:[,;\s]{{1,3}}{_PART}){{0,40}})(?![\w-])"
            # "G-… is your … verification code"
            rf"|(?<![\w-])(?P<before>(?:g-)?\d{{4,8}})\s(?:is|ist)\s(?:your|ihr|dein|the)\s(?:[\w-]{{1,20}}\s){{0,2}}?"
            rf"{_ONCE}{_CODE}\b"
            # "… is your PayPal code", "… is your Acme security code"
            rf"|(?<![^\n])(?P<of>\d{{6}}|\d{{3}}[- ]\d{{3}})\sis\syour\s{_SENDERS}\scode(?=[.!,]|\s?$|\n)"
            rf"|(?<![\w.,:/+-])(?P<named>{_FIGURES}){_IS_YOURS}{_NAMED_SO}\scode(?=[.!,]|\s?$|\n)"
            # … and whatever the message says is to be told nobody
            rf"|(?<![\w.,:/+-])(?P<warned>{_FIGURES}){_IS_YOURS}code(?=[.!,\n]){_WARNED}"
            rf"|(?:(?<![^\n.!?;,:(])\s{{0,2}}|\b(?:{_DETERMINED}|this|ihr|dein|tu|su|ton|votre|{_SENDERS}|{_NAMED_SO})"
            rf"[ -])(?:code|otp|pin|passcode|código)(?:\s(?:is|ist|lautet|est|es)\s|:\s{{0,2}})"
            rf"(?P<guarded>{_FIGURES})(?=[.!;\n]|,(?!\s(?:and|but|or)\b)|\s[–—(-]){_WARNED}"
            rf"|\b(?:steam |security )guard code\s(?:is|:)\s(?P<guard>{_PART})(?![\w-])"
            r"|\b(?:otp|tan)\s?[:=]\s?(?P<sent>\d{4,8})(?![\w-])"
            # A colour, a tangent and what is a thousand times better are told of, too.
            rf"|\b(?:otp|tan)\s(?:is|ist|lautet)\s(?P<known>\d{{6,8}}{BEHIND}|\d{{4,5}}(?=[\"'”)]?(?:[.,;!](?!\w)|\s?$|\n)))"
        ),
        # "tan" alone is a part of "important", "distance" and many more.
        signs=(
            "code", "код", "código", "codigo", "codice", "key", "pin", "otp", "tan:", "tan=", "tan :",
            "tan =", "tan is", "tan lautet", "token", "kennw", "passwort",
        ),
        spoken=True,
    ),
    Format(
        "code",
        re.compile(
            rf"(?:{_DOOR_CODE}){_SAYS}(?P<secret>{_ONE_BY_ONE}|{_IN_PAIRS}){_CLOSED}"
            rf"|\b(?:{_DETERMINED}|{_CARD})\s{_PIN}{_SAYS}(?P<pin>{_ONE_BY_ONE}){_CLOSED}"
        ),
        is_read_out,
        (" code", "code ", "combination", "kombination", " pin", "pin "),
        spoken=True,
    ),
    # Who knows it may pass for whoever has it.
    Format(
        "social security number",
        re.compile(
            r"\b(?:ssn|social security(?:\s(?:number|no\.?|#))?|(?:my|his|her|their|our)\ssocial)"
            rf"(?:{TIE}|{OF}\s?[:#=]?\s?){MARKED}"
            rf"(?P<secret>(?!000|666|9)\d{{3}}([- ]?)(?!00)\d\d\2(?!0000)\d{{4}}){BEHIND}"
        ),
        signs=("ssn", "social"),
        spoken=True,
    ),
    # "the gate code was [secret: code], but now it's …": the ones above find the first alone.
    Format(
        "code",
        re.compile(rf"\[secret: (?:code|pin)\]{TIE}{MARKED}(?P<secret>{_NUMBER}){BEHIND}"),
        signs=("cod", "cód", "pin", "comb", "clave", "geheimzahl", "cvv", "cvc"),
        spoken=True,
    ),
)  # fmt: skip
