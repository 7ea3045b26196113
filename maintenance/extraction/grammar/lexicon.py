"""Closed classes of English words that the parse alone does not tell apart: kin, people, pets, times, hedges."""

from __future__ import annotations

import re

from memory.language.en.vocabulary import MONTH_NAMES, WEEKDAY_NAMES


def word_set(text: str) -> frozenset[str]:
    """The set of the words of a text."""
    return frozenset(text.split())


_WOMEN = (
    "mother mom mum mam mama mamma mommy mummy grandmother grandma granny gran nana nan nanna oma nonna sister "
    "daughter granddaughter aunt auntie niece wife girlfriend fiancée woman girl lady stepmother stepmom stepsister "
    "stepdaughter godmother bride widow actress waitress sister-in-law mother-in-law daughter-in-law sis missus "
    "wifey ex-wife ex-girlfriend"
)
_MEN = (
    "father dad papa daddy grandfather grandpa granddad grandad gramps opa nonno "
    "brother son grandson uncle nephew husband boyfriend "
    "fiancé man boy guy gentleman stepfather stepdad stepbrother stepson godfather groom widower actor "
    "waiter brother-in-law father-in-law son-in-law bro hubby ex-husband ex-boyfriend"
)
_KIN = (
    "family parent child kid baby toddler sibling twin cousin grandparent grandchild grandkid partner spouse fiance "
    "relative in-law folk ancestor stepchild godchild eldest youngest oldest ex"
)
_PEOPLE = (
    "friend bestie buddy pal mate roommate flatmate housemate neighbor neighbour colleague coworker co-worker workmate "
    "boss supervisor mentor coach trainer teacher tutor professor instructor student classmate "
    "teammate team crew staff "
    "group doctor dentist therapist counselor counsellor nurse lawyer accountant landlord tenant client customer "
    "manager employee employer assistant intern person people someone guest host volunteer veteran stranger member "
    "leader kid teen teenager youth adult crowd audience fan follower artist musician singer band author writer "
    "plumber electrician carpenter builder gardener cleaner nanny babysitter childminder midwife surgeon specialist "
    "physio physiotherapist dietitian optician hairdresser barber mechanic driver courier caretaker janitor agent "
    "painter decorator plasterer roofer tiler joiner fitter locksmith glazier handyman "
    "broker pharmacist lecturer headteacher admin administrator technician contractor architect notary adviser advisor "
    "bookkeeper receptionist secretary chef baker butcher farmer captain goalkeeper treasurer "
    "resident officer engineer developer designer investor cofounder co-founder founder"
)
_PETS = "dog puppy pup cat kitten kitty rabbit bunny hamster parrot horse pet turtle guinea fish snake lizard bird"

# Whose names are those of illnesses: "my dad has Parkinson's".
EPONYMS = word_set("parkinson alzheimer crohn tourette huntington hodgkin hashimoto")
FEMALE = word_set(_WOMEN)
MALE = word_set(_MEN)
# Kin who go by what they are: "Mum" is one's own.
FAMILY_NAMES = word_set(
    "mum mom mam mama mamma mummy mommy dad daddy papa grandma grandpa granny grandad granddad gramps nana nanna gran "
    "oma opa nonna nonno"
)
KIN = word_set(_KIN) | FEMALE | MALE
PETS = word_set(_PETS)
PEOPLE = KIN | word_set(_PEOPLE) - {"group", "team", "band", "crew", "staff", "crowd"}
COLLECTIVE = word_set("family team group band crew staff crowd audience class gang couple")
# People with whom "we" is said.
COMPANIONS = (
    KIN
    | PETS
    | word_set(
        "friend bestie buddy colleague coworker workmate roommate teammate neighbor "
        "neighbour mentor classmate team crew gang"
    )
)

WEEKDAYS = frozenset(WEEKDAY_NAMES)
MONTHS = frozenset(map(str.lower, MONTH_NAMES))
TIMES = word_set(
    "time day week weekend month year hour minute second moment morning afternoon "
    "evening night today yesterday tomorrow summer winter spring fall autumn while "
    "while decade century season date future past present ago anytime sometime once twice"
).union(WEEKDAYS, MONTHS)
_OF_A_DOER = re.compile(r"(?:er|or|ist|man|woman|person|head|lead|chair)$")


def names_a_doer(noun: str) -> bool:
    """Whether a noun behind somebody's name tells what they are or do: "coordinator", "head". Its ending tells, and so
    it does of some things: "computer"."""
    return noun in PEOPLE or _OF_A_DOER.search(noun) is not None


# Nouns that say nothing unless something is added to them.
EMPTY_NOUNS = word_set(
    "thing stuff something anything everything nothing lot lots bit way kind "
    "sort part deal case one ones point reason idea sense question option error exception bug fact matter "
    "thought word all some any much many more most none other another none "
    "people someone everyone anyone person place blast fun time luck joy "
    "pleasure vibe vibes feeling update progress opportunity chance news rest "
    "plenty tons ton bunch load loads couple few"
)
# What "the" may stand before without having been named: there is one of it for everybody, or one at a time.
SHARED_THINGS = word_set(
    "world sun moon sky sea ocean beach park gym forest woods wood mountain mountains hill lake river "
    "harbour harbor port coast desert countryside city town country county state house home kitchen garden yard "
    "ferry plane coach taxi "
    "backyard office internet web net news tv television radio phone doctor dentist vet hospital police army "
    "military navy government law public community neighborhood neighbourhood economy environment climate "
    "weather future past present way piano guitar violin drum drums flute clarinet cello ukulele "
    "saxophone trumpet bus train tram boat bike van truck apartment flat subway metro tube car shower "
    "bathroom bedroom kid kids child children family wife husband missus dog cat pup puppy baby parent "
    "parents grandparents museum zoo library cinema theater theatre movie movies mall market supermarket "
    "grocery store airport station road street bank post bible church mosque synagogue temple pandemic "
    "war holiday holidays floor ground air water fire outdoors wild nature star stars sunset sunrise "
    "stage opportunity chance ability truth same lot number amount majority basics flu assistant user "
    "rule rules dark heat cold rain snow wind spotlight scene art arts blues animal animals poor homeless "
    "elderly needy right left north south east west rest end start beginning middle top bottom side front "
    "back hunt go business shop school works balcony terrace patio roof sink "
    "fridge oven attic basement cellar garage stairs lawn knee edge process move lookout table bed couch "
    "sofa door window wall plunge call bar pool playground slopes hang knack cloud clouds campfire "
    "laundry dishes bills rent mortgage boss company team job best worst most least"
)
HEDGES = word_set("maybe perhaps probably possibly hopefully likely somewhat apparently presumably")
HABITS = word_set(
    "always usually often never rarely seldom sometimes regularly normally generally "
    "daily weekly monthly everyday frequently occasionally nightly"
)
FREQUENCY_DETERMINERS = frozenset(("every", "each"))

# Verbs whose first person reports a state of mind about the talk itself rather than about the speaker's world.
TALK_VERBS = word_set(
    "agree disagree guess bet mean suppose wonder understand appreciate apologize "
    "apologise thank congratulate wish swear promise doubt assume imagine forget "
    "see hear tell say ask know think figure realise realize feel hope believe "
    "reckon admit confess add mention picture notice remember relate suggest recommend advise"
)
# Of these, a finite clause that follows is what is claimed: "I think my sister is moving".
OPENING_VERBS = word_set("think guess believe suppose reckon mean feel know figure assume hear say tell")
LIKING = word_set("love like enjoy adore prefer hate dislike loathe detest despise fancy favor favour")
EVALUATIONS = word_set(
    "good great nice awesome amazing cool fun fantastic wonderful lovely perfect "
    "beautiful incredible terrific superb bad awful terrible horrible sad tough "
    "hard easy difficult interesting exciting inspiring encouraging rewarding powerful "
    "special important impressive refreshing relaxing crazy wild weird funny "
    "hilarious stunning gorgeous cute sweet delicious yummy tasty intense "
    "surreal helpful useful neat epic stoked glad happy sorry sure ok okay fine "
    "alright well better best worse worst busy swamped tired exhausted excited "
    "thrilled grateful thankful blessed lucky ready true right wrong crucial "
    "vital essential worth fulfilling magical unforgettable memorable thoughtful "
    "kind brave strong proud hopeful optimistic determined here there back down "
    "able such possible impossible clear free nervous anxious worried stressed "
    "scared upset surprised shocked curious bummed pumped jealous speechless "
    "humbled touched honored honoured delighted pleased emotional overwhelmed "
    "overwhelming motivating motivated inspired comforting peaceful calming calm "
    "therapeutic enlightening valuable hopeless lost hungry thirsty bored cold "
    "hot new different same big huge small long short late early young old next last"
)
# Adjectives that describe a person for long even when they stand alone.
LASTING = word_set(
    "vegetarian vegan pescatarian lactose-intolerant celiac coeliac diabetic "
    "asthmatic epileptic deaf blind colorblind colourblind dyslexic autistic bipolar "
    "married single divorced engaged widowed separated pregnant retired unemployed "
    "self-employed employed freelance gay lesbian bisexual bi queer straight trans "
    "transgender nonbinary non-binary asexual pansexual left-handed right-handed "
    "bilingual trilingual multilingual religious catholic christian jewish muslim "
    "buddhist hindu atheist agnostic kosher halal gluten-free sober introverted "
    "extroverted shy adopted homeless bald tall disabled immunocompromised insomniac teetotal ambidextrous"
)
# Nouns and verbs that weigh less: alone they make an attitude, not a fact.
ABSTRACT = word_set(
    "plan list plunge unknown compliment roller coaster trouble chance reader truth mean gain hassle "
    "passion dream challenge strength hope comfort difference change impact journey "
    "support love courage motivation energy joy happiness memory life world power "
    "other balance growth focus mind goal success heart spirit soul experience "
    "moment feeling emotion determination dedication effort progress path road step "
    "resilience kindness compassion understanding acceptance inspiration gratitude "
    "peace purpose meaning value potential vision positivity positive perspective "
    "bond connection encouragement confidence freedom beauty truth future past best "
    "worst all everything anything something self self-care wellbeing well-being "
    "health need want kind tough hardship struggle setback obstacle difficulty "
    "circumstance situation issue problem result outcome solution answer question "
    "help advice word voice message reminder lesson importance significance role "
    "part impact mark sense track moon cloud board page edge limit boundary zone "
    "comfort pride honor respect trust faith luck excitement enthusiasm fear worry "
    "stress pressure doubt anxiety sadness pain grief relief satisfaction pleasure "
    "fun laugh smile vibe atmosphere mood work event activity stuff thing place "
    "opportunity chance possibility option choice decision process practice skill "
    "improvement milestone achievement accomplishment hurdle grind hustle momentum "
    "mindset attitude outlook approach way bit lot reaction response feedback "
    "community connection talk chat care attention turnout end start beginning "
    "chapter adventure rest break hand eye face time"
)
ATTITUDES = word_set(
    "push strive shine inspire motivate appreciate cherish matter grow face tackle "
    "overcome embrace spread lift encourage support stay remain continue keep "
    "improve succeed persevere thrive focus believe trust struggle fight deal "
    "handle cope manage overcome express share connect bond enjoy value treasure "
    "savor savour reach achieve accomplish happen count rely lean stick hold hang show prove bring"
)
EVALUATIONS |= word_set(
    "adorable lovable unreal "
    "positive negative motivated focused strong healthy stronger closer "
    "energized refreshed relaxed connected accepted supported appreciated "
    "amazed impressed heartwarming heartbreaking nerve-wracking stressful "
    "meaningful warm cozy safe real solid killer insane sick lit dope rad sad "
    "sadder happier nicer cooler free awestruck magical surreal unreal "
    "bittersweet lovely major fresh stuck rough bumpy slow fast quick close"
)

# What takes two objects, so that one is left in the passive: "she was given a book".
TWO_OBJECTS = word_set(
    "give offer teach call name award pay send show tell ask grant hand promise lend owe allow charge deny"
)
# Verbs whose past tense looks like their present.
UNCHANGING = word_set("quit put cut hit set let read cost hurt spread bet shut beat burst")
# Irregular verbs and their past tense.
_PAST = (
    "go:went get:got do:did have:had make:made take:took see:saw meet:met buy:bought find:found "
    "eat:ate drink:drank read:read write:wrote run:ran win:won lose:lost come:came leave:left "
    "spend:spent grow:grew teach:taught bring:brought choose:chose drive:drove fly:flew build:built "
    "begin:began feel:felt keep:kept sell:sold give:gave sing:sang swim:swam sleep:slept ride:rode "
    "wear:wore pay:paid send:sent know:knew think:thought hear:heard tell:told say:said speak:spoke "
    "draw:drew break:broke catch:caught fall:fell forget:forgot hold:held hurt:hurt learn:learned "
    "put:put set:set sit:sat stand:stood throw:threw understand:understood cut:cut hit:hit let:let"
)
PAST = dict(pair.split(":") for pair in _PAST.split())
# Those that cannot be taken for a present.
PAST_FORMS = frozenset(PAST.values()) - PAST.keys() - frozenset(("saw", "felt", "left", "found", "ground"))
# Who is meant by one of these alone only the talk tells.
ANYBODY = word_set("man woman guy girl boy lady person kid fella fellow bloke chap lad lass")
