"""What must not be forgotten where somebody eats, takes medicine, meets animals, gets what touches the skin, or gets
around. Pure data."""

from __future__ import annotations

import re

from ..must_know import Kin, MustKnow, Urgency
from ..words import AnyCase, fold
from .allergens import NOT_OF_ANIMALS, NOT_OF_MEALS, NOT_OF_MEDICINE, TOUCHED
from .foods import names_food
from .medicines import MEDICINE, names_medicine
from .reactions import REACTS
from .vocabulary import CARDINALS, RELATIVE_DAYS, WEEKDAYS


def _any(words: str) -> re.Pattern[str]:
    return re.compile(_one_of(words), re.IGNORECASE)


def _asked(words: str) -> AnyCase:
    return AnyCase(_one_of(words))


def _one_of(words: str) -> str:
    return rf"\b(?:{'|'.join(words.split())})\b"


# "I had the allergy clinic on Monday, nothing new" tells of no allergy; what the clinic said may.
_ONLY_VISITED = (
    "\\s(?:clinic|nurse|doctor|specialist|consultant|team|appointment)s?"
    "(?:\\s(?:on|at|in|with|last|next|this|today|yesterday|tomorrow|too|again)\\b"
    "(?:\\s(?!(?:about|for|after|because|over|since|to|and|but)\\b)[\\w'’]+){0,5})?"
    "(?:,?\\s(?:but\\s|and\\s)?(?:nothing|no)\\s(?:new|news|changes?))?[.!?]*$"
)
# Nobody's body reacts to what is done: "allergic to paying full price", "to Mondays". Where anything but why stands
# behind it, that may be a substance: "to work and nuts", "to mornings, bees", "to work gloves".
_NO_SUBSTANCE = (
    "\\sto\\s(?:(?:all|any|the|my|your|his|her|hard|early|long|small)\\s)?"
    "(?:(?:doing|paying|spending|saying|admitting)"
    "(?:\\s(?!(?:and|or|to|of|with|in|but|for)\\b)[\\w'’]+){1,3}"
    "|(?:work|working|housework|homework|admin|paperwork|chores|meetings?|mornings?|effort|commitment|deadlines?|talk"
    "|politics|spreadsheets?|nonsense|fun|romance|authority|responsibility|change|waiting|queueing|queuing|shopping"
    f"|apologi[sz]ing|helping|listening|planning|(?:{'|'.join(WEEKDAYS)})s?))"
    "(?:,?\\sso\\s(?:(?!and\\b|or\\b|to\\b|of\\b)[\\w'’]+\\s?){1,8})?[.!?]*$"
)
_ALLERGY = (
    f"allerg(?:y|ies|ic)(?!{_ONLY_VISITED}|{_NO_SUBSTANCE}) anaphyla\\w+"
    " (?:must\\snot|mustn['’]t|may\\snot|can\\s?not|can['’]t|never)"
    "\\s(?:be\\sgiven|have|take|eat|drink|tolerate|stomach)"
)
_REACTING = (
    "epipen", "epi", "react", "reacts", "reacted", "reaction", "swell", "swells", "kill", "tolerate", "allowed",
    "avoid",
    "avoids", "lay", "touch", "touches", "bring", "brings", "upset", "upsets", "caffeine", "alcohol",
    "drinking", "dairy", "salt", "sugar", "nuts",
)  # fmt: skip
_DRY = "sober teetotal breast-?feeding"
_DRY_WORDS = ("sober", "teetotal", "breastfeeding")
# Where food is got or made without a name of it. Deliveries go by the names of those who bring them.
_TO_EAT = (
    "nibbles? nibble munch(?:ies)? hungry starving peckish famished takeout supermarket marinades? marinate"
    " stir[-\\s]?fry"
    " (?:air\\s?|deep\\s)fryer slow\\scooker (?:weekly|big|grocery)\\sshop(?!\\w)"
    " (?:have|make|making|doing|for)\\s(?:our\\s|my\\s|the\\s)?tea(?=\\s(?:tonight|today|tomorrow|on|this|then"
    "|please)|\\W*$)"
    " (?:book|reserve|get|find)\\s(?:me\\s|us\\s)?a\\stable table\\sfor\\s(?:\\d+|two|three|four|five|six|seven"
    "|eight|ten)(?=\\W*$|\\s(?:on|at|tonight|tomorrow|this|please|in|near)\\b)"
    " (?:what|anything)\\s(?:else\\s)?(?:do|should|shall|can|could|to)\\s(?:(?:i|we)\\s)?serve"
    " (?:throw|whip|rustle|knock|dish)\\s(?:something\\s)?(?:together|up)(?=\\s(?:in|for|tonight|today|quickly|with"
    "|from)|\\W*$)"
    " (?:people|friends|guests|family|everyone|them|neighbou?rs)\\s(?:over|round)(?=\\W*$|\\s(?:for|on|tonight"
    "|tomorrow|this))"
    " deliveroo uber\\s?eats just\\s?eat door\\s?dash grubhub instacart ocado hello\\s?fresh"
)
_WHOM = "(?:me|us|him|her|them|everyone|(?-i:[A-Z])\\w{1,20})"
_DAYS = "|".join([*RELATIVE_DAYS, *WEEKDAYS])
_VENUES = (
    "flats?|apartments?|houses?|cottages?|cabins?|bungalows?|studios?|villas?|lodges?|hostels?|b&b|bnb|airbnb"
    "|guesthouses?"
    "|campsites?|chalets?|cinemas?|theat(?:re|er)s?|concerts?|gigs?|musicals?|opera|ballet|galler(?:y|ies)|zoo|aquarium"
    "|castles?|stadium|gym|spa|pubs?|bars?|caf[eé]s?|restaurants?|clubs?|festivals?|matinees?|exhibitions?"
    "|accommodation"
)
# "Plan a day out in York", "find a flat for me", "where can we go on Sunday?". A "release day" and a "flat file" are no
# places.
_GOING_OUT = (
    r"\b(?:days?|nights?|evenings?|afternoons?) out\b|\b(?:week-?ends?|week|fortnight) away\b"
    r"|\b(?:date nights?|day-?trips?|road trips?|(?:mini|city|short)[- ]?breaks?|staycations?|getaways?|sights)\b"
    rf"|\b(?:plan|organi[sz]e|arrange|suggest|spend|ideas for) (?:{_WHOM} )?(?:an?|the|our|my|this) (?:[a-z]+ )?"
    r"(?:day|week-?end|afternoon|evening|morning|night|week) (?:with (?:[\w'’-]{1,20} ){1,3}?)?"
    r"(?:in|at|by|near|around|on the) (?:the )?(?-i:[A-Z]"
    r"|coast|country)"
    rf"|\bwhere (?:can|could|shall|should|might) (?:i|we) go\b(?! to\b)"
    rf"|\bwhat (?:can|could|shall|should) (?:i|we) do (?:in (?-i:[A-Z])[\w' -]{{1,30}} )?(?:on |this |next"
    rf" )?(?:{_DAYS}|week-?end)\b"
    rf"|\b(?:find|look(?:ing)? for|search for|rent|view|buy|book|reserve|choose|get|recommend|suggest|go(?:ing)? to"
    rf"|visit"
    rf"|move (?:in)?to|tickets? (?:for|to)) (?:{_WHOM} )?(?:(?:tickets? (?:for|to)|an?|the|some|any|our|my|new|nice"
    rf"|good|cheap"
    rf"|quiet|little|small|holiday|local) ){{0,4}}(?:{_VENUES})"
    rf"(?=\W*$|[,.?!]| (?:for|in|near|by|on|at|with|to|from|close|around|this|next|that|please|we|which|and|or"
    rf"|{_DAYS})\b)"
    r"|\b(?:book|reserve|get) (?:(?:me|us) )?a table\b"
    r"|\b(?:somewhere|(?:an?|any|the) (?:\w{1,12} )?places?) to (?:stay|sleep|live)\b"
)
# Who wants a stain out, or to know of the world, eats and takes nothing of what is named.
_NOT_TAKEN = AnyCase(
    r"\b(?:stains?|stained|spills?|spilled|spilt|splash(?:es)?)\b"
    r"|\b(?:get|getting|take|remove|removing|clean|cleaning|wash|washing|scrub|blot|lift)\b[^.?!\n]{1,40}?"
    r"\b(?:out of|off|from)(?: [\w-]{1,20}){0,3}? (?:carpets?|rugs?|(?:table)?cloths?|(?:t-?)?shirts?|blouses?"
    r"|dress(?:es)?|sofas?|couch|cushions?|mattress(?:es)?|jeans|trousers|jackets?|coats?|clothes|upholstery"
    r"|curtains?|walls?|mugs"
    r"?"
    r"|keyboards?|wood|silk|linen)\b"
    r"|\bopen(?:ing)? (?:an?|the) (?:[\w-]{1,20} )?bottles?\b"
    r"|^who (?:first )?(?:invented|discovered|made|brought|came up with)\b"
    r"|^(?:how|where|when) (?:is|are|was|were) (?:[\w-]{1,20} ){1,4}?(?:made|grown|brewed|invented)\b"
    r"|^where (?:do|does|did) (?:[\w-]{1,20} ){1,4}?(?:grow|come from|originate)\b"
)
_ALLERGIC = (
    "allergy", "allergies", "allergic", "anaphylaxis", "anaphylactic", "tolerate", "stomach", "cannot", "mustn", "must",
    "eat",
)  # fmt: skip
# What is got to lie on the skin or to be breathed in, and what of it people do not stand.
_GETTING = (
    "order buy get find pick choose recommend suggest which need pack bring put\\stogether add try use wear book"
    " plan shop shopping replace"
)
_TOUCHING = (
    "gloves balloons? condoms? plasters? bandages? band-?aids? first\\said swimming\\scaps? goggles mattress(?:es)?"
    " pillows? duvets? quilts? bedding bed\\slinen blankets? jumpers? sweaters? cardigans? scar(?:f|ves) socks"
    " hats? coats? earrings? necklaces? bracelets? (?:wedding|engagement)\\srings? piercings? jewell?e?ry"
    " an?\\s(?:[\\w-]{1,20}\\s)?watch (?:hand|face|body|sun|skin)\\s?creams? lotions? moisturi[sz]ers?"
    " sun\\s?(?:screen|block) soaps? shampoos? shower\\sgels? bath\\s(?:salts|bombs?|oils?) perfumes?"
    " aftershaves? fragrances? deodorants? make-?up cosmetics lipsticks? mascara nail\\s(?:polish|varnish)"
    " hair\\s(?:dyes?|colou?r) detergents? washing\\spowder fabric\\ssofteners?"
    " cleaning\\s(?:products?|supplies|sprays?) bleach air\\sfresheners? candles? diffusers? hairdressers?"
    " manicures? massages? facials? spa tattoos? face\\spaint(?:ing)? henna (?:swimming\\s)?pools? toiletries"
    " gifts? presents?\\sfor an?\\s(?:[\\w-]{1,20}\\s)?present"
)
# What limits somebody's senses or body, as it is said and as facts tell it.
_SENSES = (
    "deaf (?:hard|hardness)\\sof\\shearing hearing\\s(?:aids?|loss|impaired) lip-?\\s?reads? blind colou?r-?\\s?blind"
    " partially\\ssighted (?:poor|bad|low|impaired|failing)\\s(?:eyesight|sight|vision|hearing) screen\\s?readers?"
    " braille dyslexi\\w+ epilep\\w+ (?:strobe|flash|flicker)\\w*\\s[^.?!\\n]{0,40}?(?:seizures?|fits|migraines?)"
    " (?:seizures?|fits|migraines?)\\s[^.?!\\n]{0,30}?(?:strobe|flash|flicker|screen|glare|light)\\w*"
    " (?:eyesight|sight|vision|hearing)\\s(?:is|was|has)\\s(?:\\w+\\s){0,2}?(?:poor|bad|weak|going|gone|failing|worse)"
)
_CAN_NOT = "(?:can\\s?not|can['’]t|unable\\sto|not\\sable\\sto)"
_MOVING = (
    "wheelchair crutches (?:walking\\s)?(?:stick|frame) rollator prosthe\\w+ disabled"
    " (?:bad|weak|stiff|sore|dodgy|slipped|artificial)\\s(?:back|knee|hip|leg|foot|ankle|shoulder|neck|disc|heart)s?"
    f" {_CAN_NOT}\\s(?:\\w+\\s){{0,3}}?(?:stairs?|steps|ladders?|hills?)"
    f" {_CAN_NOT}\\s(?:stand|sit|walk|climb|lift|carry|kneel|drive|run)\\s(?:[^.?!\\n]{{0,30}}?\\s)?"
    "(?:long|longer|hours?|minutes?|kilos?|kg|pounds|miles?|metres?|meters?|km|far|night|back|knees?|hips?|legs?)"
)
_SENSE_WORDS = (
    "deaf", "hearing", "lip", "blind", "colour", "color", "sighted", "eyesight", "sight", "vision", "reader", "braille",
    "dyslexic", "dyslexia", "epilepsy", "epileptic", "seizure", "seizures", "fits", "migraine", "migraines", "strobe",
)  # fmt: skip
_MOVING_WORDS = (
    "wheelchair", "crutches", "stick", "frame", "rollator", "prosthetic", "prosthesis", "disabled", "stairs", "steps",
    "ladders", "hills", "stand", "sit", "walk", "climb", "lift", "carry", "kneel", "back", "knee", "hip", "leg", "foot",
    "ankle", "shoulder", "neck", "disc", "heart",
)  # fmt: skip
_HEART = (
    "pacemaker (?:weak|bad)\\sheart heart\\s(?:condition|disease|failure|attack|problems?|murmur) arrhythmia angina"
    " atrial\\sfibrillation"
)
_HEART_WORDS = ("pacemaker", "heart", "arrhythmia", "angina", "fibrillation")
# Whoever takes a medicine, and what else is taken with it or against what ails them.
_MEDICATED = (
    "(?:insulin|(?:takes?|taking|(?:is|am|are|was|been|being|put|stays?|['’]m|['’]s)\\son|prescribed|started"
    f"|needs?|uses?|using|switched\\sto|gave|given)\\s(?:(?!not\\b)[\\w'’-]{{1,20}}\\s){{0,3}}?(?:{MEDICINE}|contraceptives?"
    "|(?:blood\\spressure|heart|thyroid|iron|contraceptive|sleeping|water)\\s(?:pills?|tablets?|medication|medicine)))"
)
_MEDICATED_WORDS = (
    "take", "takes", "taking", "prescribed", "tablets", "pills", "medication", "insulin",
)  # fmt: skip
_AILING = (
    "supplements? vitamins? tablets? herbal wort remed(?:y|ies) decongestants? nasal\\ssprays? cough(?:ing|s)?"
    " syrups? (?:tooth|back|stomach|ear|tummy)\\s?aches? sore\\s\\w+"
    " (?:a|my|the|his|her)\\s(?:bad\\s)?cold (?:cold|flu)\\smedicine (?:my|his|her)\\s(?:\\w+\\s)?(?:hurts?|aches?)"
    " in\\spain bruis\\w+ dizz\\w+ nause\\w+ blood\\spressure"
    " side\\seffects? doses? dosage grapefruit"
)
_PREPARING = "make build design draw draft prepare create pick choose plan set\\sup lay\\sout write record produce"
# What is prepared for others' eyes and ears.
_SHOWN = (
    "slides? decks? slideshow presentation charts? graphs? diagrams? dashboards? posters? flyers? leaflets? handouts?"
    " palette colou?rs? colou?r\\sscheme fonts? layout newsletter infographic theme videos? podcasts? recordings?"
    " webinar talk brochure menu\\scard signage subtitles captions animation"
)
_MEETING = (
    "meetings? workshops? off-?\\s?sites? stand-?ups? retro(?:spective)? interview conference seating desks? training"
    " team\\s(?:day|event|building|lunch|outing) away\\s?day kick-?off town\\shall room agenda party ceremony office"
    " move removal shifts? rota"
)
_HOLDING = (
    "plan organi[sz]e arrange book find\\s(?:(?:me|us)\\s)?an? prepare set\\sup host schedule lay\\sout assign"
    " suggest pick choose"
)

MUST_KNOWS = (
    MustKnow(
        asked=_asked(
            "dinners? lunch(?:es)? breakfasts? brunch suppers? meals? menus? recipes? cook(?:s|ing)? bak(?:e|es|ing)"
            " cakes? desserts? snacks? restaurants? picnics? barbecues? bbq cater(?:er|ing)? buffet food groceries"
            " potluck takeaway lunchbox(?:es)? cookies pizzas? feed treats? eat(?:s|ing)? drink(?:s|ing)?"
            " (?:do|dough)nuts? ice\\scream chocolates? sweets beers? wine cocktails? coffee"
            f" {_TO_EAT}"
        ),
        told=_any(
            f"{_ALLERGY} intoleran\\w+ coeliac celiac gluten lactose vegans? vegetarians? pescatarians? halal kosher"
            " diabet\\w+ pregnant (?:do|does)(?:\\snot|n['’]t)\\s(?:eat|drink) (?:eats?|drinks?)\\sno"
            f" {REACTS} {_DRY}"
        ),
        but_for=_NOT_TAKEN,
        means=names_food,
        beside=NOT_OF_MEALS,
        words=(
            *_ALLERGIC, *_REACTING, *_DRY_WORDS,
            "intolerant", "intolerance", "coeliac", "celiac", "gluten", "lactose", "vegan", "vegetarian",
            "pescatarian", "halal", "kosher", "diabetic", "diabetes", "pregnant",
        ),
    ),
    MustKnow(
        asked=_asked(
            "medicines? medications? pills? painkillers? ibuprofen aspirin paracetamol antibiotics? penicillin"
            " allerg(?:y|ies) prescri\\w+ vaccin\\w+ doctor dentist hospital surgery ana?esthe\\w+ fever headaches?"
            f" migraines? pharmac\\w+ chemist ambulance {_AILING}"
        ),
        told=_any(
            f"{_ALLERGY} intoleran\\w+ diabet\\w+ asthma\\w* epilep\\w+ pregnant {_HEART} ha?emophilia"
            f" blood\\s(?:thinners?|type|group) {REACTS} breast-?feeding {_MEDICATED}"
        ),
        but_for=_NOT_TAKEN,
        means=names_medicine,
        beside=NOT_OF_MEDICINE,
        is_of_health=True,
        words=(
            *_ALLERGIC, *_REACTING, *_HEART_WORDS, *_MEDICATED_WORDS,
            "breastfeeding", "penicillin", "intolerant", "intolerance", "diabetic", "diabetes", "asthma", "asthmatic",
            "epilepsy", "epileptic", "pregnant", "haemophilia", "hemophilia",
            "thinner", "thinners",
        ),
    ),
    MustKnow(
        asked=_asked(
            "pets? kittens? pupp(?:y|ies) adopt bouquets? flowers? stables farm zoo meadow woods forest"
            " garden(?:ing)? beekeep\\w+ hoover carpets? pillows? duvets? quilts? mattress(?:es)?"
            " (?:down|feather)\\s(?:jacket|coat|bed) picnics? barbecues? bbq hik(?:e|es|ing) camping"
            " sneez\\w+ hay\\s?fever antihistamines? rash itch\\w* wheez\\w*"
        ),
        told=_any(f"{_ALLERGY} hay\\s?fever asthma\\w* {REACTS}"),
        beside=NOT_OF_ANIMALS,
        words=(*_ALLERGIC, *_REACTING, "fever", "hayfever", "asthma", "asthmatic"),
    ),
    # Whoever treats somebody is told of what else they do not stand.
    MustKnow(
        asked=_asked("allerg(?:y|ies) vaccin\\w+ doctor dentist hospital surgery ana?esthe\\w+ ambulance"),
        told=_any(_ALLERGY),
        words=_ALLERGIC,
    ),
    # What is an effort, a heat or a shock to the body.
    MustKnow(
        asked=_asked(
            "workouts? work\\sout exercis\\w+ training\\s(?:plan|programme|program)s? gym fitness yoga pilates"
            " marathons? (?:go|going|start|take\\sup|safe\\sto)\\s(?:\\w+\\s)?"
            "(?:running|jogging|swimming|diving|skiing|climbing)"
            " saunas? hot\\stubs? steam\\sroom roller\\s?coasters? theme\\sparks? skydiv\\w+ bungee mri\\sscans? mri"
            " sports?"
        ),
        told=_any(
            f"{_HEART} {_MOVING} pregnant asthma\\w* epilep\\w+ diabet\\w+ high\\sblood\\spressure"
        ),
        words=(
            *_HEART_WORDS, *_MOVING_WORDS, "pregnant", "asthma", "asthmatic", "epilepsy", "epileptic", "diabetic",
            "diabetes", "pressure",
        ),
    ),
    MustKnow(
        asked=AnyCase(rf"{_one_of(_GETTING)}[^.?!\n]{{0,60}}?{_one_of(_TOUCHING)}"),
        told=re.compile(
            rf"^(?=.*(?:\ballerg|{_one_of('rash hives eczema')})).*{_one_of(TOUCHED)}", re.IGNORECASE | re.DOTALL
        ),
        but_for=_NOT_TAKEN,
        words=("allergy", "allergies", "allergic", "rash", "hives", "eczema"),
    ),
    MustKnow(
        asked=AnyCase(rf"{_one_of(_PREPARING)}[^.?!\n]{{0,60}}?{_one_of(_SHOWN)}"),
        told=_any(_SENSES),
        words=_SENSE_WORDS,
    ),
    MustKnow(
        asked=AnyCase(rf"{_one_of(_HOLDING)}[^.?!\n]{{0,60}}?{_one_of(_MEETING)}"),
        told=_any(f"{_SENSES} {_MOVING} claustrophob\\w+ tinnitus stammer\\w* stutter\\w*"),
        words=(*_SENSE_WORDS, *_MOVING_WORDS, "claustrophobic", "claustrophobia", "tinnitus", "stammer", "stutter"),
    ),
    MustKnow(
        asked=re.compile(
            _one_of(
                "trips? hik(?:e|es|ing) outings? excursions? itinerar(?:y|ies) venues? hotels? tours? museums?"
                " sightseeing holidays? vacations? picnics?"
            )
            + rf"|{_GOING_OUT}",
            re.IGNORECASE,
        ),
        told=_any(
            f"{_MOVING} deaf blind claustrophob\\w+ carsick seasick vertigo epilep\\w+ pregnant pacemaker asthma\\w*"
        ),
        words=(
            *_MOVING_WORDS, "deaf", "blind", "claustrophobic", "claustrophobia", "carsick", "seasick", "vertigo",
            "epilepsy", "epileptic", "pregnant", "pacemaker", "asthma", "asthmatic",
        ),
    ),
)  # fmt: skip


_WISHED = re.compile(
    r"\b(?:(?:wants?|wanted|wish(?:es)?|hop(?:es?|ing)|plans?|planning|trying|tries|like|love|going) to (?:be|go|become"
    r"|turn|try|eat)|(?:thinking|thinks?|dreams?) (?:of|about)|considering"
    r"|considers?|(?:might|may) (?:go|become|turn|try))\b",
    re.IGNORECASE,
)
_DOUBTED = re.compile(r"\b(?:might|may|could) be\b|\b(?:maybe|perhaps|possibly|probably)\b", re.IGNORECASE)
_DIET = _any(
    "vegans? vegetarians? pescatarians? halal kosher (?:do|does)(?:\\snot|n['’]t)\\s(?:eat|drink)"
    " (?:eats?|drinks?)\\sno"
)
_GRAVE = _any(f"{_ALLERGY} intoleran\\w+ coeliac celiac diabet\\w+ asthma\\w* epilep\\w+")


def urgency(text: str) -> Urgency:
    """A condition may be an allergy or an illness; one that may only be so weighs no more than a diet."""
    is_grave = _GRAVE.search(text) is not None
    if not is_grave and _WISHED.search(text):
        return Urgency.WISH
    is_diet = not is_grave and _DIET.search(text) is not None
    return Urgency.DIET if is_diet or _DOUBTED.search(text) else Urgency.CONDITION


_NAME = r"(?-i:[A-Z][\w-]{1,20})"
_NAMES = rf"{_NAME}(?:(?:,| and| &) {_NAME}){{0,4}}"
_AGE = rf"(?:1[0-7]|[1-9]|{'|'.join(word for word, number in CARDINALS.items() if 0 < number < 18)})"
# "Kit is 6 and has asthma", "Ada (9)": at that age one is a child.
_OF_AGE = re.compile(
    rf"\b(?P<name>{_NAME})(?: is|['’]s| turned| turns|,)? \(?{_AGE}(?=$|[,.;!)]| (?:and|now|in|years?|months?|but)\b)",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"[A-Z][\w-]+")


def _kin(asked: str, nouns: str, *, are_children: bool = False) -> Kin:
    """Those who are called one of these `nouns`, for a prompt that has something `asked`."""
    told = rf"(?:{'|'.join(nouns.split())})s?"
    named = re.compile(
        rf"\b{told}(?: (?:is|are)| called| named|,|:)? (?P<names>{_NAMES})"
        rf"|\b(?P<who>{_NAME}) is (?:my|our|the|{_NAME}['’]s) (?:[a-z]+ )?{told}\b",
        re.IGNORECASE,
    )

    def names(text: str) -> frozenset[str]:
        found = [match["names"] or match["who"] for match in named.finditer(text)]
        if are_children:
            found += [match["name"] for match in _OF_AGE.finditer(text)]
        return frozenset(fold(name) for some in found for name in _CAPITALISED.findall(some))

    words = tuple(word for noun in nouns.split() for word in (noun, f"{noun}s"))
    return Kin(_any(f"{asked} {told}"), re.compile(rf"\b{told}\b", re.IGNORECASE), names, words)


_CHILDREN = "kids? child(?:ren)? little\\sones"
KIN = (
    _kin(_CHILDREN, "kid child toddler baby twin", are_children=True),
    _kin(f"{_CHILDREN} boys", "son boy"),
    _kin(f"{_CHILDREN} girls", "daughter girl"),
    _kin("grand(?:kids|children)", "grandson granddaughter grandchild grandkid"),
    _kin("parents", "mother mum mom mam mummy mommy"),
    _kin("parents", "father dad daddy"),
    _kin("grandparents", "grandmother grandma granny gran nan nana"),
    _kin("grandparents", "grandfather grandpa grandad granddad"),
    _kin("spouse", "wife husband partner girlfriend boyfriend"),
    _kin("siblings", "sister"),
    _kin("siblings", "brother"),
    _kin("pets?", "dog puppy cat kitten rabbit horse"),
)  # fmt: skip
