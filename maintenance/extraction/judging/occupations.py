"""What somebody is for a living, told by "is a": "is a freelance illustrator", "is a nurse at the clinic". Pure."""

from __future__ import annotations

import re

# As people call what they do, and endings by which further ones are known.
_NAMES = """
accountant, actor, actress, actuary, admin, administrator, analyst, architect, au pair, auditor, author,
babysitter, baker, banker, barber, barista, barman, barrister, bartender, beautician, bookkeeper, bricklayer,
broker, builder, butcher, buyer, carer, caretaker, carpenter, cashier, caterer, cellist, chef, chemist,
childminder, civil servant, cleaner, clerk, coder, composer, conductor, consultant, contractor, cook, copy
editor, copywriter, counsellor, counselor, courier, dancer, decorator, dentist, diplomat, director, doctor,
economist, editor, entrepreneur, estate agent, farmer, filmmaker, firefighter, fireman, fisherman, fitter,
flight attendant, florist, forester, gardener, glazier, gp, hairdresser, headteacher, illustrator, imam,
interpreter, janitor, jeweller, joiner, journalist, judge, landscaper, lawyer, lecturer, librarian, locksmith,
machinist, masseur, masseuse, mechanic, midwife, miner, musician, nanny, notary, novelist, nurse, optician,
painter, paralegal, paramedic, pastor, personal trainer, pharmacist, photographer, physio, physiotherapist,
pianist, pilot, plasterer, plumber, police officer, policeman, policewoman, politician, postman, postwoman,
potter, priest, producer, professor, programmer, proofreader, publisher, rabbi, realtor, receptionist,
recruiter, researcher, roofer, sailor, sales rep, salesman, salesperson, saleswoman, scientist, sculptor,
seamstress, secretary, shop assistant, shopkeeper, singer, skipper, soldier, solicitor, steward, stewardess,
surgeon, surveyor, sysadmin, tailor, teacher, therapist, tiler, translator, tutor, vet, vicar, violinist,
waiter, waitress, welder, writer
""".replace("\n", " ").strip()
_ENDINGS = (
    "ologist iatrist ographer smith maker worker ician ineer driver manager designer developer dresser paedist minder"
).split()
_OCCUPATION = rf"(?:[a-z-]{{0,20}}(?:{'|'.join(_ENDINGS)})|{'|'.join(re.split(', *', _NAMES))})"
_IS_ONE = re.compile(
    rf"^(?P<subject>[^,;]{{1,60}}?) is (?:now |currently |actually )?(?P<what>an? (?:[\w'-]+ ){{0,3}}?{_OCCUPATION})"
    r"(?= (?:at|for|in|with|on|by|and|from|specialis|specializ)\b|[,;.]|$)",
    re.I,
)
# Whoever is "a terrible cook" or "a retired teacher" does not live by it, nor does a volunteer.
_NOT_FOR_A_LIVING = re.compile(
    r"\b(?:good|great|bad|terrible|decent|keen|hobby|amateur|passionate|awful|frustrated|former|ex|retired|slow|fast"
    r"|careful|nervous|big|budding|aspiring|would-be|home|excellent|lousy|better|trained|fictional|designated|regular"
    r"|volunteer|unpaid)\b",
    re.I,
)


def line_of_work(content: str) -> tuple[str, str] | None:
    """Who is what for a living, in lower case: ("the user", "a freelance illustrator"); None where that is not told."""
    found = _IS_ONE.match(content)
    if found is None or _NOT_FOR_A_LIVING.search(found["what"]):
        return None
    return found["subject"].lower(), found["what"].lower()
