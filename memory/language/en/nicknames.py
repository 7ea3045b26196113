"""Short forms of English first names that are in common use with the names that they are short for, and what a text
says that somebody is called. Pure."""

from __future__ import annotations

import re

# Each line: the whole names, a colon, their short forms. A short form may stand on several lines.
_TABLE = """
abigail: abby gail; albert: al bert albie; alexander alexandra: alex sandy sasha alec lexi; alfred: alf alfie fred;
amanda: mandy; amelia: millie amy; andrew: andy drew; anna anne annabel: annie nan; anthony antonia: tony toni;
arthur: art artie; barbara: barb babs; bartholomew: bart; beatrice beatrix: bea trixie; benjamin: ben benny benji;
bernard: bernie; bradley: brad; caroline carolina: carrie caro carol; catherine katherine kathryn katharine: kate
katie cathy kathy kat kit kitty; charles: charlie chuck; charlotte: charlie lottie; christina christine: chris chrissy
tina christie; christopher: chris topher kit; clifford: cliff; constance: connie; cynthia: cindy; daniel: dan danny;
daniela danielle: dani danny; david: dave davy; deborah: deb debbie; dennis: denny; diana: di; donald: don donny;
dorothy: dot dottie dolly; douglas: doug; edward: ed eddie ted teddy ned; edmund: ed eddie ned; edwin: ed eddie;
eleanor: ellie nell nora ella; elizabeth elisabeth: liz lizzie beth betty eliza libby lisa betsy elsie; emily: em emmy
millie; emma: em emmy; ernest: ernie; eugene: gene; evelyn: eve evie; florence: flo flora florrie; frances: fran fanny
frankie; francis: frank frankie fran; franklin: frank; frederick: fred freddie; gabriel gabriella gabrielle: gabe gabby;
geoffrey jeffrey: geoff jeff; george: geordie; gerald: gerry jerry; gerard: gerry; gilbert: gil bert; gregory: greg;
gwendolyn: gwen; harold: harry hal; harriet: hattie; helen helena: nell lena; henrietta: hettie etta; henry: harry hank
hal; herbert: herb bert; isabel isabella isabelle: izzy bella belle; jacob: jake; jacqueline: jackie; james: jim jimmy
jamie; jane: janie; janet: jan; jasmine: jas; jennifer: jen jenny; jeremiah jeremy: jerry; jessica: jess jessie;
joan: joanie; joanna joanne: jo joey; john: jack johnny jon; jonathan: jon jonny; joseph: joe joey; josephine: jo josie;
joshua: josh; judith: judy; julia julie: jules; kenneth: ken kenny; kimberly: kim; laura lauren: laurie lori; lawrence:
larry laurie; leonard: len lenny leo; lewis louis: lou louie lew; lillian: lily lil; louise: lou; lucille lucy: lu;
madeleine: maddie; magdalena: lena magda; margaret: maggie meg peggy marge margie greta rita peg; maria marie mary:
molly polly mae; martha: marty; martin: marty; matilda: tilly mattie; matthew: matt matty; maxine maximilian
maxwell: max; melanie melissa: mel; michael: mike mick micky mikey; michelle: shelly; mildred: millie; miranda: mandy;
nancy: nan; natalie natalia: nat; nathan nathaniel: nate nat; nicholas nicolas: nick nicky nico; nicole nicola: nicky
nikki; oliver: ollie; olivia: liv livvy ollie; oscar: ozzie; pamela: pam; patricia: pat patty trish tricia; patrick: pat
paddy; penelope: penny; peter: pete; philip phillip: phil; philippa: pippa; priscilla: cilla; prudence: pru; rachel:
rach; raymond: ray; rebecca: becky becca; reginald: reg reggie; richard: dick rick richie rich ricky; robert: bob bobby
rob robbie bert; roberta: bobbie; roderick: rod; rodney: rod; roger: rodge; ronald: ron ronnie; rosalind rosemary: rose
rosie; roxanne: roxy; rupert: rupe; samantha samuel: sam sammy; sandra: sandy; sarah: sadie sally; sebastian: seb bas;
sidney sydney: sid syd; simon: si; solomon: sol solly; sophia sophie: soph; stanley: stan; stephanie: steph stevie;
stephen steven: steve stevie; stuart: stu; susan susanna susannah suzanne: sue susie suzy; sylvia: sylvie; tabitha:
tabby; thaddeus: thad; theodora: thea dora; theodore: theo ted teddy; theresa teresa: terry tess tessa; thomas: tom
tommy; timothy: tim timmy; tobias: toby; valerie: val; vanessa: nessa; veronica: ronnie vera; victor: vic; victoria:
vicky tori; vincent: vince vinnie; virginia: ginny; vivian vivienne: viv; walter: walt wally; wilfred: wilf fred;
wilhelmina: mina; william: will bill billy willie liam; winifred: winnie; yvonne: von; zachary: zach zack
"""


def _read() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for entry in _TABLE.split(";"):
        whole, _, short = entry.partition(":")
        for name in short.split():
            found.setdefault(name, set()).update(whole.split())
    return {short: frozenset(names - {short}) for short, names in found.items()}


_FULL = _read()


def full_names(short: str) -> frozenset[str]:
    """The whole names, in lower case, that a first name in lower case is short for; empty for none known."""
    return _FULL.get(short, frozenset())


_NAME = r"[A-Z][\w'’-]{0,40}(?: [A-Z][\w'’-]{0,40}){0,2}"
_SAID = (
    # "Katarzyna Nowak, Kasia for short", "Katarzyna, or Kasia for short"
    re.compile(rf"\b(?P<whole>{_NAME}),? \(?(?:or |called )?(?P<short>{_NAME}) for short\b"),
    # "Kasia is short for Katarzyna", "Kasia (short for Katarzyna)"
    re.compile(rf"\b(?P<short>{_NAME}),? (?:is |\()?short for (?P<whole>{_NAME})"),
    # "Robert goes by Bo", "Robert is known as Bo", "Robert's nickname is Bo"
    re.compile(
        rf"\b(?P<whole>{_NAME})(?:,? (?:who )?(?:goes by|(?:is )?also called|(?:is )?(?:also )?known as|aka)"
        rf"| is nicknamed|['’]s nickname is)(?: the name)? (?P<short>{_NAME})"
    ),
)  # fmt: skip
TELLING_WORDS = ("short", "goes by", "known as", "nickname", "also called", "aka")  # one stands in each


def called_so(text: str) -> list[tuple[str, str]]:
    """(another name, the name) of whoever a text says to go by both: "Katarzyna Nowak, Kasia for short"."""
    return [(found["short"], found["whole"]) for pattern in _SAID for found in pattern.finditer(text)]
