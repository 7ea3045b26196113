"""Words by which English tells that something is another way now: classes of verbs, states, words for one thing.

Folded lemmas; a verb with its particle is one entry ("put off"). Pure data.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.split(","))


PARTICLES = _words("off back forward up down over away out on in apart through after")

# A value of what they are said of becomes another one.
SHIFTING = _words(
    "move change switch shift postpone delay reschedule cut slash reduce lower raise increase extend shorten upgrade "
    "downgrade update rename migrate transfer double triple halve defer relocate expand slip grow shrink rise fall "
    "climb drop drift convert revise adjust promote demote reassign improve alter modify trim redirect rebook prolong "
    "lengthen advance turn swap trade replace transform paint reset rewrite port reschedule sink jump slide correct "
    "decrease boost bump widen narrow repaint tighten relax"
) | _phrases(
    "put off, put back, put forward, bring forward, push back, push forward, move up, move forward, move back, turn up,"
    " turn down, go up, go down, come down, go back, set back, scale up, scale down, hand over, pass on, cut back, "
    "cut down, get down, move over, change over, switch over, go over, push out, set forward, bring down, bring up, "
    "put up, "
    "put down, step up, take over"
)  # fmt: skip
# Of these, no value need be told: what was to come at a date comes at another.
POSTPONING = _words("postpone delay reschedule defer") | _phrases(
    "put off, put back, put forward, bring forward, push back, push out, push forward, set back, move forward, "
    "move back"
)
REPLACING = _words("replace swap trade exchange substitute supplant displace succeed") | _phrases(
    "change over, take over, trade in, swap out, switch out"
)
STOPPING = _words("stop quit cease drop abandon finish discontinue") | _phrases(
    "give up, leave off, kick, come off, go off, get off, take off, wean off, cut out, phase out"
)
# What they are said of does not take place, or does not hold any more.
CANCELLING = _words(
    "cancel drop abandon terminate scrap discontinue withdraw delete remove uninstall dissolve suspend revoke end "
    "close cease forfeit quit resign deactivate retract annul revoke abolish disband waive skip"
) | _phrases("call off, fall through, back out, pull out, opt out, drop out, sign off, shut down, wind up")
# Somebody leaves what the object, or "from" and "of", names.
LEAVING = _words("leave quit resign retire withdraw depart exit unsubscribe deregister") | _phrases(
    "drop out, step down, sign off, pull out, move out, back out, opt out, log off, check out, break up, split up, "
    "split, separate, part, break, fall out, move off, migrate off"
)
COUPLING = _words("split separate part break") | _phrases("break up, split up, fall out")
PARTING = _words("sell return lose discard donate scrap ditch") | _phrases(
    "give, hand, give away, throw away, throw out, hand back, give back, send back, hand over, hand down, pass on, "
    "get rid, take back, bring back, trade in"
)
GIVING = _words("give donate return") | _phrases("give away, hand back, give back, send back, hand over, pass on")
MEASURING = _words("weigh cost measure earn last pay charge")
DYING = _words("die perish") | _phrases("pass away, run away, pass on")
TAKEN = _words("steal sell lose destroy scrap throw discard rehome") | _phrases(
    "throw away, throw out, give away, put down, put to sleep"
)
LEADING = _words(
    "lead manage run head coach chair edit own maintain organise organize teach direct host supervise conduct oversee "
    "handle coordinate administer moderate captain train review"
) | _phrases("look after, take care")
HANDING = _words("hand pass give transfer assign delegate entrust") | _phrases("hand over, pass on, hand on")
# Who does these with one thing may do them with another at the same time.
# What these are done to is no more: nothing is done with it, kept in it or planned for it.
DESTROYING = _words(
    "destroy demolish dismantle wreck burn fell uproot scrap discard cancel drop abolish discontinue delete kill eat "
    "raze steal melt shred bulldoze euthanise"
) | _phrases(
    "tear down, pull down, take down, knock down, cut down, chop down, throw away, throw out, call off, write off, "
    "put down, eat up, use up, burn down, dig up, dig out, wind up, blow up, break up, finish off, cut up, "
    "saw down, rip out, tear out, strip out"
)
# Who or what does these is no more.
VANISHING = _words("die perish collapse fall melt sink vanish disappear burn explode capsize") | _phrases(
    "burn down, fall down, blow down, run away, blow away, go down, blow over, fall over, die out, pass away, fall off"
)
# What these are done to is elsewhere.
TAKING_AWAY = _words("steal lend loan send donate tow confiscate seize remove ship bring") | _phrases(
    "take away, give away, carry off, send off, send back, take down, hand in, give back, bring back, take back, "
    "send away, take out"
)
# Who does these may be the same as before, if it is somebody alive.
FALLING = _words("fall collapse sink melt burn") | _phrases(
    "go down, fall down, blow down, fall over, blow over, fall off"
)
# Having and doing of these is in the mind: it needs no thing that is still there.
MINDING = _words(
    "know remember call name describe mention consider think miss admire want see recall forget mean say tell ask hope "
    "plan expect wish dream hear read paint photograph draw write study discuss regret build make buy sell plant own"
)
POSTURES = _words(
    "be hang lie stand sit keep store park moor display lean rest remain house install mount put place dock anchor "
    "live exhibit show file stay base locate"
)
ABSENCES = _words("repair service loan cleaning restoration away maintenance workshop garage vet overhaul")
RENTING = _words("rent lease borrow hire")
ACQUIRING = _words("buy purchase inherit acquire")
# Words for how long, or until when, something may be kept or must be done.
TERMS = _words("loan lease deadline term period due time limit contract rental subscription permit")
ADMISSIONS = _words("entrance entry admission ticket fee price")
# Here the preposition names no place but a matter, of which there are several at a time.
MATTERS = _phrases(
    "look at, believe in, invest in, participate in, suffer from, learn from, spend on, agree on, agree with,"
    " deal with, help with, bid on, comment on, write on, write in, listen in, trade in, delight in, struggle with"
)
SEVERAL_AT_ONCE = _words("know own have speak visit see meet follow collect sell make remember buy write read")
# Whoever does these from one thing to another leaves the first.
SWITCHING = _words("switch change convert upgrade downgrade swap migrate transfer") | _phrases(
    "switch over, change over, go over, move over"
)
# What is worn until something has healed or straightened.
DRESSINGS = _words("cast plaster splint brace bandage sling stitch dressing collar boot crutch catheter drip")
HAVING = _words("have own keep drive ride use rent possess hold wear take lease")
# Of these, giving up the thing is giving up what one does with it. Whoever makes or buys it may do so for others.
HABITS = _words(
    "drink eat smoke take have use do play go attend practise practice train visit study learn watch read "
    "run swim collect sing dance follow wear"
)
PLANNING = _words("plan want intend hope mean aim wish need have save apply consider expect dream go promise look")
SEEKING = _words("look search hunt seek wait await need expect want apply hope shop save order")
GETTING = _words("find get buy hire book rent receive obtain have land secure arrive deliver come pick collect adopt")
FINISHING = _words("finish complete submit publish deliver release ship solve resolve end conclude") | _phrases(
    "hand in, turn in, wrap up, send off, be done, be through"
)
PAYING = _words("pay repay settle return clear") | _phrases("pay back, pay off, give back")
COMMITTING = _words("order book reserve lend borrow invite register enrol enroll subscribe apply sign schedule plan")
LIVING = _words("live reside stay share lodge dwell rent")
DWELLINGS = _words(
    "flat apartment house room studio bungalow cottage hostel hotel home condo villa farm dorm dormitory loft penthouse"
    " cabin caravan mansion place village town city country pension campsite residence hall shelter trailer suburb"
)
# Of what these tell, somebody has many at once: a "now" alone takes nothing away.
GATHERING = _words(
    "like love adore enjoy hate dislike know have own visit speak learn study play collect meet see teach train support"
    " follow fear remember buy sell make bake cook write watch"
)
EXAMINED = _words("pass fail take sit run complete finish win give")
LIKING = _words("like love adore enjoy fancy") | {"be fond", "be keen"}
DISLIKING = _words("hate dislike detest loathe despise abhor") | {"stand", "bear"}  # "can't stand"
# What somebody is "about", "in", "of", "on" or "with" it: of such things, too, they have many at once.
MINDED = _words(
    "passionate interested keen fond enthusiastic excited crazy mad obsessed fascinated hooked curious serious proud "
    "afraid scared worried allergic good bad skilled fluent fan lover believer"
)
# Of these somebody has more than one, unless it is the favourite.
PASTIMES = _words("hobby interest passion pastime obsession skill talent fear allergy")
# Nouns that are so as long as something ends: "has changed her mind about", "dropped the idea of".
INTENTIONS = _words("idea plan intention mind thought dream wish hope")

IMMOVABLE = DWELLINGS | _words(
    "shop café cafe restaurant bar pub farm land field garden plot site building store church station bridge tower "
    "office company firm business theatre cinema museum plant factory allotment vineyard"
)

# States of which a thing has one at a time, each with the phrases that tell it.
STATES = tuple(
    tuple(_phrases(state) for state in group)
    for group in (
        ("single", "engage, engaged, have boyfriend, have girlfriend, date, dating",
         "marry, married, wed", "divorce, divorced",
         "separate, separated, break up, split up, split", "widow, widowed"),
        ("open, reopen, in progress, in review, ongoing, unresolved, underway",
         "close, closed, shut, merge, merged, resolve, resolved, solve, solved, done, complete, completed, finish,"
         " finished"),
        ("male, boy", "female, girl"),
        ("alive", "dead, die, pass away, decease"),
        ("empty", "full"),
        ("employed, start job, find job, get job, have job",
         "unemployed, jobless, out of work, between job", "retire, retired"),
        ("broken, break, faulty, out of order, down, defective, out of service, offline, flat, leak, dead, fail",
         "repair, repaired, fix, fixed, mend, mended, replace, replaced, work, up, run, online, up and running,"
         " restore, restored"),
        ("pending, under review, undecided, process, being processed", "approve, approved, grant, granted,"
         " accept, accepted, confirm, confirmed, pay out",
         "reject, rejected, refuse, refused, decline, declined, deny, denied, turn down, throw out, dismiss, dismissed,"
         " overrule, overruled, vote down"),
        ("lost, missing, miss, lose", "find, found, recover, recovered, turn up"),
        ("ill, sick, unwell", "healthy, well, recover, recovered, be better"),
        ("vacant, free, available", "occupied, taken, rent out, let, booked, reserved"),
        ("for sale", "sell, sold"),
        ("active, enabled, enable, activate, switch on, on", "suspend, suspended, inactive, disable, disabled,"
         " deactivate, deactivated, block, blocked, lock, locked, switch off, off"),
        ("out of stock, unavailable, sold out, sell out", "in stock, available, back in stock"),
        ("pregnant, expect baby, expect child", "give birth, have baby, have child"),
        ("part time", "full time"),
        ("unpaid, outstanding, due, open, owed, overdue", "pay, paid, settle, settled"),
        ("valid", "expire, expired, invalid, lapse, lapsed"),
        ("suspicious, malignant", "harmless, benign"),
        ("badly", "well"),
        ("high", "normal", "low"),
        ("asleep", "awake"),
        ("frozen, freeze", "thaw, thawed, melt, melted"),
        ("on hold, paused, stalled, pause", "in progress, run, running, resume, resumed, under way, underway"),
        ("student, apprentice, trainee", "graduate, graduated, qualify, qualified"),
        ("away, on leave, on sick leave, on parental leave, on holiday, on vacation", "back, back at work"),
        ("draft, in draft, unpublished", "publish, published"),
        ("on track, on time, on schedule", "late, delay, delayed, behind schedule"),
        ("in transit, on the way, on its way, ship, shipped, dispatch", "arrive, deliver, delivered"),
        ("wet", "dry"),
        ("vegetarian, vegan", "eat meat, eat meat again"),
        ("healthy", "ill, sick"),
    )
)  # fmt: skip

# How far a piece of work is, whether a thing works: said of what both know, it is told apart by that alone.
CONDITIONS = _phrases(
    "merged, deployed, released, shipped, resolved, solved, fixed, repaired, mended, broken, blocked, suspended, "
    "disabled, approved, rejected, cancelled, finished, done, completed, delivered, published, paid, sold, missing, "
    "expired, offline, faulty, live, in review, under review, in progress, on hold, in stock, in testing, "
    "in production, in transit"
)

# Of these, somebody has one at a time: a new one takes the place of the old.
ONE_AT_A_TIME = _words(
    "passport vet dentist doctor gp landlord boss manager supervisor employer address phone number password code job "
    "therapist accountant lawyer bank insurer insurance tenant car laptop wifi router flatmate headmaster principal "
    "email username provider surname name key pin title role teacher tutor trainer coach contract physician "
    "pediatrician paediatrician hairdresser broker agent captain lead head leader chair president director editor "
    "owner host contact plan deadline favourite favorite plate registration"
)
# What stands before a thing that somebody has besides the usual one: the work phone, the holiday house.
SECOND_ONES = _words(
    "work business company school college private personal home spare backup second other old former holiday weekend "
    "summer winter guest travel test staging joint"
)
MISTAKES = _words("mistake error slip typo misunderstanding mix-up mixup misprint wrong")
MISTAKING = _words("misread mishear misremember misspeak mistake confuse swap misunderstand correct err") | {
    "mix up",
    "get wrong",
}
CORRECTING = (
    r"\bactually\b|\bin fact\b|\bin truth\b|\bin reality\b|\bturn(?:s|ed)? out\b|\bafter all\b|\bmistaken\b|\bmistake\b"
    r"|\bwrong(?:ly)?\b|\bmis(?:read|heard|remembered|spoke|understood)\b|\bmixed\b.{0,40}\bup\b|\bcorrect(?:ed|ion)\b"
    r"|\btypo\b|\bslip\b|\bswapped\b|\bconfused\b|\bnever (?:was|were|had)\b|\bmisprint\b"
)
BLAME = _words("blame reason fault cause")
MEANS = _words("go commute travel cycle walk drive ride take get bike come")
VEHICLES = _words(
    "bus train tram car metro subway underground bike bicycle scooter ferry taxi van foot motorbike moped boat"
)
# Where people go for an hour; a thing is kept there.
VISITED = _words(
    "dentist doctor gp vet hairdresser barber gym pool beach station airport shop supermarket pub cinema party wedding "
    "funeral conference physio chemist pharmacy bank garage workshop car"
)

# Words that name one thing: a noun and the verb of which it is the act or the measure, or two names in common use.
SAME_THING = {
    word: said
    for said, others in {
        "fly": "flight",
        "depart": "departure leave",
        "arrive": "arrival land",
        "deliver": "delivery",
        "book": "booking reserve reservation",
        "meet": "meeting",
        "apply": "application",
        "subscribe": "subscription subscriber",
        "insure": "insurance insurer",
        "cost": "price fee charge",
        "earn": "salary wage pay income raise",
        "weigh": "weight",
        "take": "dose dosage intake",
        "afraid": "fear scared frightened",
        "member": "membership",
        "marry": "marriage married wedding",
        "start": "begin commence beginning",
        "work": "job post position employment role",
        "due": "deadline",
        "buy": "purchase",
        "mother": "mom mum mama",
        "father": "dad papa",
        "film": "movie",
        "production": "prod",
        "phone": "mobile cellphone smartphone",
        "car": "automobile",
        "flat": "apartment",
        "bike": "bicycle cycle",
        "holiday": "vacation",
        "child": "kid",
        "manager": "boss supervisor",
        "doctor": "gp physician",
        "like": "love enjoy adore fond",
        "hate": "dislike detest loathe",
        "live": "reside",
        "repair": "fix mend",
        "email": "e-mail mail",
        "smoke": "smoker cigarette",
        "test": "exam",
        "practise": "practice",
        "teach": "teacher",
        "study": "student studies",
        "rent": "rental",
        "run": "running runner jogging",
    }.items()
    for word in others.split()
}

_VERBS = (
    SHIFTING
    | POSTPONING
    | REPLACING
    | STOPPING
    | CANCELLING
    | LEAVING
    | PARTING
    | GIVING
    | DYING
    | TAKEN
    | FINISHING
    | PAYING
    | DESTROYING
    | VANISHING
    | TAKING_AWAY
)
# The verbs above that are a verb with its particle.
PHRASAL_VERBS = frozenset(verb for verb in _VERBS if " " in verb) | _phrases(
    "turn out, take over, make up, get back, come back, move in, look after"
)
# Whoever or whatever did these, or had them done, is another way than before.
CHANGING = (
    SHIFTING
    | REPLACING
    | STOPPING
    | CANCELLING
    | LEAVING
    | PARTING
    | DYING
    | SWITCHING
    | DESTROYING
    | VANISHING
    | _words("start begin resume return arrive marry")
    | _phrases("come off, come through, come back, come home, get back, move in, move out, take up, sign up, go back")
) - {"turn", "end", "cut", "fall", "jump", "burn", "eat", "expand", "part"}
# Nouns that a change may add to what it changes, each with the verbs that it sums up: whoever dropped out of law school
# studied law.
GENERIC = {
    "school": _words("study attend go learn"),
    "university": _words("study attend go learn"),
    "course": _words("study attend take learn do go"),
    "class": _words("attend take learn do go study"),
    "lesson": _words("attend take learn do go study play have"),
    "training": _words("go do attend"),
    "membership": _words("go attend use have be train"),
    "subscription": _words("read watch use have get pay listen"),
    "account": _words("use have be"),
    "practice": _words("go do attend play"),
    "treatment": _words("take get have receive undergo"),
    "hobby": _words("do play collect practise"),
    "job": _words("be teach lead manage drive cook"),
    "work": _words("be teach lead manage drive cook"),
    "search": _words("look seek hunt"),
    "home": _words("live"),
}
# Who people are to each other: whoever has split up with Maja has a girlfriend no longer.
RELATIONS = _words("girlfriend boyfriend wife husband partner spouse fiance fiancée flatmate roommate lover")
COLOURS = _words(
    "red green blue yellow white black grey gray brown orange purple violet pink beige cream turquoise teal silver gold"
)
