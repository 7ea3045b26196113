"""What people say of codes, PINs and passwords in passing is masked, in whatever order; what opens nothing stays."""

from __future__ import annotations

import re

import pytest

from memory.redaction import mask


@pytest.mark.parametrize(
    "told",
    [
        "gate code is <5678> now", "the alarm code changed to <4821>", "new door code since monday: <7719>",
        "pin for the card is now <9034>", "<5678> is the gate code now", "We changed the gate code. It's <5678> now.",
        "fyi they swapped the garage keypad, use <3306> from tonight", "door code <2468> as of today",
        "to get in the building punch in <4410> then hash", "my bank pin changed, <5521> now",
        "my phone unlock code used to be <1122> but now its <6640>", "I moved the code on the front door to <6789>",
        "Our front gate's code was <1122>. It is <3344> as of Monday.", "i set the new alarm pin to <7788>",
        "teh gate cod is <5678> nw", "The padlock on the shed opens with <7743>", "we've got a new alarm code, <3141>",
        "the vault's combination: <18-44-09>", "gate code - <5678>", "Gate code is now *<5678>*", "PIN changed: <7788>",
        "gate code's <5678> lol", "Neuer Türcode seit Montag: <7719>", "Der Code für die Haustür ist jetzt <5678>",
        "<4821> ist der neue Alarmcode", "le code de l'alarme est maintenant <4821>", "der Hintertürcode ist <4821>",
        "el código de la puerta es <5678>",
    ],
)  # fmt: skip
def test_a_code_that_is_told_in_passing_is_masked(told):
    _is_masked(told)


@pytest.mark.parametrize(
    "told",
    [
        "wifi password changed, it's <plumtree> now", "the wifi is called Fern and the password is <oaktree12>",
        "The guest password was updated this morning. The new one is <maple-syrup-44>.",
        "wifi pw changed to <foxglove2>",
        "Password for the router? It's <hedgehog77>.", "wifi pass: <sunflower>, network Casa",
        "the password to the archive is <correcthorse>, all lowercase", "the pasword is <hunter2> now",
        "I changed the wifi password to <plumtree>.", "das WLAN-Passwort ist jetzt <apfelbaum>",
        "Passwort geändert, jetzt <Apfel77>", "mot de passe changé: <tournesol8>",
        "la contraseña del wifi ha cambiado, ahora es <girasol77>",
        "the wifi password is <oaktree12>, the gate code <5678> and the alarm pin <7788>",
    ],
)  # fmt: skip
def test_a_password_that_is_told_in_passing_is_masked(told):
    _is_masked(told)


def _is_masked(told):
    masked = mask(re.sub("[<>]", "", told))
    assert masked.secrets >= 1
    assert not any(secret in masked.text for secret in re.findall("<(.+?)>", told))


@pytest.mark.parametrize(
    "text",
    [
        "the dress code is smart casual", "zip code is 5678", "the error code is 504", "the country code changed to 47",
        "PIN 9034 is an old postcode in Fiji", "the gate code is on the note, the flat is 4821",
        "the area code for Bonn is 0228", "the alarm is set for 0630 now",
        "We changed the alarm to 6:30. It's 6:45 now.",
        "my locker is number 318", "invoice 7719 was for the new door, since monday", "the safe weighs 1200 kg",
        "The lock code was introduced in 2023, now 4000 lines.", "the pin is 4700 ohms",
        "source code is 12000 lines now",
        "Our access codes change on 2026-07-01", "the gate code changes on 01-07-2026",
        "We changed the safe. It's 300 kg.",
        "Did you send the gate code to Anna? 300 people are waiting.", "to open the file, use port 8080",
        "the gate code is 1200 lines long", "der Fehlercode ist 5012", "le code postal est 75011",
    ],
)  # fmt: skip
def test_a_number_that_is_no_code_stays(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "our password policy changed to 12 characters", "she lost her key", "password reset takes two days",
        "Send the password to anna@example.com", "Give your password to nobody.", "The password? It's Monday.",
        "I changed the password yesterday, it's better now", "I changed my password and now it's faster",
        "The wifi password changed last week, ask Ben", "The password was stolen.", "My password is kept offline.",
        "A password in the command would be seen", "The password is case-sensitive, I think",
        "the password is in the vault",
        "password = getpass.getpass()", 'create_user("bob", password=PASSWORD, is_staff=True)',
        "das Passwort ist in der Schublade", "the password length is 16 now",
    ],
)  # fmt: skip
def test_what_is_said_about_a_password_in_passing_stays(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text,secret",
    [
        ("My SSN is 512-48-2093.", "512-48-2093"),
        ("The last thing is my social security number, it's 318-44-7702", "318-44-7702"),
        ("SSN: 417229081", "417229081"),
        ("Her social is 219-09-9999, she needs it for the form", "219-09-9999"),
        ("The PUK is 48213377", "48213377"),
        ("the SIM's PIN is 4471 and the PUK 90214455", "90214455"),
        ("El PUK es 40218832", "40218832"),
        ("the safe opens with 40-12-33", "40-12-33"),
        ("bike lock is 0419", "0419"),
    ],
)
def test_a_number_of_social_security_a_puk_and_a_locks_figures_are_masked(text, secret):
    assert secret not in mask(text).text


@pytest.mark.parametrize(
    "text",
    [
        "The case number is 512-48-2093.",
        "The SSN project has 917229081 rows",
        "My social calendar: 12-13-2026",
        "social worker 512-555-0134",
        "Social Security Administration, phone 800-772-1213",
        "social security contributions: 512 482 093 euros",
        "The PUK has 8 digits and the PIN 4.",
        "48213377 people voted",
        "bike lock is 2019 model",
        "bike lock is 1500 grams",
        "the safe opens with 12-hour delay",
    ],
)
def test_what_only_looks_like_one_of_them_stays(text):
    assert mask(text) == (text, 0)
