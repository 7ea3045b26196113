"""Whether a word names a medicine. Pure.

Most are named by international rule: what ends as "ramipril" does lowers the blood pressure, and no other word ends so.
"""

from __future__ import annotations

import re

from ..words import AnyCase

# The stems of international nonproprietary names (World Health Organization) that everyday prescriptions have.
_STEMS = (
    "pril sartan statin olol dipine azole ozole oxetine traline opram faxine azepine azepam azolam zolam clidine apine"
    " peridone piprazole mycin micin cillin cycline floxacin formin gliptin gliflozin glutide gabatran xaban parin"
    " farin profen fenac coxib codone triptan gabalin pentin trigine racetam thyroxine methasone metasone buterol"
    " meterol tropium lukast tadine rizine afil osteride trexate olimus limumab ximab zumab tinib semide thiazide"
    " lactone setron peptin tidine caine phylline zolamide"
)
_NAMES = (
    "aspirin codeine morphine prednisone prednisolone tamoxifen insulin lithium warfarin paracetamol"
    " acetaminophen digoxin tramadol melatonin amiodarone clopidogrel"
    " quetiapine mirtazapine bupropion buspirone trazodone methylphenidate lisdexamfetamine atomoxetine propranolol"
    " allopurinol colchicine methotrexate hydroxychloroquine finasteride isotretinoin roaccutane oestrogen estrogen"
    " progesterone testosterone hrt prozac zoloft lexapro citalopram xanax valium ritalin adderall concerta ozempic"
    " wegovy mounjaro humira ventolin salbutamol naproxen penicillin antibiotics? antidepressants? antihistamines?"
    " steroids? statins? painkillers? sedatives? opioids? beta-?blockers? chemo chemotherapy"
)
MEDICINE = rf"(?:[a-z]{{2,14}}(?:{'|'.join(_STEMS.split())})|{'|'.join(_NAMES.split())})"
_MEDICINE = re.compile(MEDICINE, re.IGNORECASE)
_ANY_MEDICINE = AnyCase(rf"\b{MEDICINE}\b")


def is_medicine(word: str) -> bool:
    """Whether one word, "ramipril" or "antibiotics", names a medicine or a kind of them."""
    return _MEDICINE.fullmatch(word) is not None


def names_medicine(clause: str) -> bool:
    """Whether a clause of a prompt names one."""
    return _ANY_MEDICINE.search(clause) is not None
