"""Harmless lines that look like secrets: what is masked is lost, so each stays as it was said."""

from __future__ import annotations

import pytest

from memory.redaction import mask
from memory.redaction.answered import mask_answer


@pytest.mark.parametrize(
    "text",
    [
        "Twój numer zamówienia to 4821, hasło przewodnie konferencji: Web3.0@Kraków2026",
        "Ich habe das Passwort gestern auf Node2B gesetzt", 'La parola "caffè" viene da C++11? no',
        "Ο κωδικός πτήσης είναι A3#602", "Ο κωδικός μαθήματος: CS+101",
        "I switched it to Gpt4Turbo, as the password reset mail was ugly",
        "I reset it to v2Beta3 so that the password form works",
        "I set it to Node18LTS and the password test passed",
        "We updated that to Java17 and the password policy too",
        "We moved and set it to FlatB12 in the password manager",
        "I switched it to GitHub2FA since the password was weak",
        "I changed my phone to iPhone15 and all passwords moved over",
        "I switched my laptop to Windows11Pro, and now the password manager is slow",
        "I updated it to 2024.1#beta, password autofill works",
        "Das Passwort für den Drucker im Raum auf Etage2B geändert",
        "Das Passwort wurde auf Rechner4A aktualisiert",
        "Das Passwort-Hashing haben wir auf Argon2ID umgestellt",
        "Wir haben von Passwort auf FIDO2+Passkey umgestellt", "Wir haben vom Passwort auf FaceID2 gewechselt",
        "lösenordet är för kort, se kapitel 3.2+bilaga", "hasło do krzyżówki to Łódź, 4 litery",
    ],
)  # fmt: skip
def test_a_word_of_a_sentence_about_a_password_is_none(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "The safe combination of drugs is two, four, six, eight milligrams", "The pin is 10 20 30 mm long",
        "On the keypad of the old phone I type 12345 for fun",
        "The lock on Lock Street: enter 90210 as the zip", "At the office door type 2024 on the label maker",
        "The code to the door of perception: one, two, three, four",
        "The pin: one two three four five (bowling count)",
        "The lock combination is 12 34 56 but that was for the museum piece", "The gate code is 10 20 or 30",
        "The safe code: 20 24", "The entry code is one two three four of the tax form",
        "The code to unlock is one two three four five taps", "The LED pin is 12 13 14 15",
        "The chip's pin: 1 2 3 4 are VCC", "connect pin: 10 11 12", "key pin to 12 13",
        "Door: enter 2024 and the bell rings", "At the door, key 4821 is missing",
        "the lock: type 3040 on the order form", "Lock type 1234567 is sold out",
        "The door is a Type 2000 on the drawing", "The safe is type 5000, with a dial",
        "Garage door type 3000 is out of stock", "This door comes as type 1200 or 1400",
        "Vault type 90210 in the map search", "For the front door we want type 2030 with glass",
        "I entered the shed, keypad type 4500 is out", "The keypad model is type 4821",
        "The intercom, type 8000, is broken", "Access the form and enter 1500 as amount",
        "To change the alarm type 0630 on the clock", "For access to the trail enter 48211 in the GPS",
        "Set the alarm, enter 0630", "Our lobby poll: type 1234 in the chat",
        "At the entrance of the maze enter 12345 in the scoreboard", "Garage: 40021 opens the garage sale",
        "In the Alarm app, 10000 disarms it", "Door: type 3000 and press the frame",
        "I set it to 22C#auto, the old thermostat was broken", "safe code: 12 steps",
    ],
)  # fmt: skip
def test_what_is_typed_counted_or_wired_is_no_code(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "445566 is your Uber code", "482133 is your student code", "482133 is your employee code",
        "482133 is your team code", "48213 is your project code", "1234 is your cost-center code",
        "4821 is your SWIFT code", "1042 is your membership code", "4821 is your raffle code",
        "Your discount code: SAVE20NOW, share it with friends",
        "Promo code: SUMMER25 — share with your friends!", "Use my referral code: ANNA2024 and share it",
        "The code: 482-133 of the product, give it to the clerk",
        "The team code is K7PQ2, please share it with colleagues", "Error code 40312: please share the log",
        "Error code: 0x80070005, give it to support", "Class code: hx7k2p9, share with students",
        "The room code is GAME42, share it with players", "The lobby code is 4XK9Q — give it to Tom",
        "The product code is 4455AB, give it to the cashier",
        "El código: 28013 es de Madrid, no lo compartas con tu hermano",
        "Our team code is BLUE42, please give it to the coach",
        "The kahoot game code is 482133, share it with the class",
        "Meeting code 482-133, I'll give it to everyone",
        "Use code WELCOME10 at checkout and share the savings",
        "Voucher code XMAS2024 can be given, just give it a try", "Postal code 10115; please share the route",
        "The exit code is 1370, can you share the logs?", "Exit code: 1370. Share the trace",
        "area code: 0221, share it", "The IATA code is 4821, share", "the source code: v12a, give me a review",
        "status code: 5003 please share details", "The colour code is 7A7A7A, give it to the printer",
        "color code: FF5733, please share the palette", "Hex code: 0a1b2c — give the wall a try",
        "Paint code is RAL7016, give it to the shop", "Product code: B07XJ8C8F5, share the link",
        "My train booking code: 7KX9QZ, I will share the tickets",
        "The booking code is 7KX9QZ — please don't share it before Friday",
        "Country code: 0049, give me a call", "Unit code ABC1234, share notes",
        "Module code: CS2040, share your notes", "Tax code: 1257L, give it to payroll",
        "My tax code is 1257L; give HR a call", "Sort code: 204533, share it with the payer",
        "Swift code: DEUTDEFF500, give it to the bank", "Airport code: EDDF2, give it a go",
        "Medical code: J4521, share with the insurer", "Your tracking code: RX482133, share it",
        "Recipe code: A123, give it 20 minutes", "The voucher code is GIFT50, give it to mum",
        "Le code: 75011, partager la carte", "Der Code: 48213 steht auf der Packung, bitte mit dem Team teilen",
        "Das ist der Code 4821 zum Teilen", "The class code is 3ab9xyz, give it to parents",
        "4821 is your Spotify code", "1204 is your room code name", "2024 is your lucky code",
        "4821 is your staff code", "4400 is your cost code", "4400 is your billing code",
        "6643 is your expense code", "1257 is your PAYE code", "5411 is your merchant code",
        "5411 is your MCC code", "62020 is your SIC code", "85143 is your NAICS code", "1204 is your exam code",
        "1204 is your candidate code", "4821 is your pickup code", "4821 is your race code",
        "4821 is your PLU code", "4011 is your banana code", "2024 is your graduation code",
        "99213 is your CPT code", "99213 is your billing code for the visit", "ist 4821 ist dein Kurs code",
        "The dish code is 4432, don't share it with the other table",
        "482133 is your tracking code. Don't share it.",
    ],
)  # fmt: skip
def test_a_code_of_an_offer_or_a_thing_is_no_code_of_a_message(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "The login is slow: user:OAuth2Proxy takes 3s", "Creds: see wiki / Page12Secrets",
        "credentials live in vault:KV2Engine", "The login host is db:Port5432", "Login failed: error:Code401X",
        "Zugang: Tor / HausB2", "Zugang zum Haus: Eingang / Block3B",
        "Zugangsdaten kommen per Post / E-Mail2Go", "login via sso:OktaV2x",
        "The credentials module: auth:JwtV2Handler", "Log-in count / Sessions2024",
        "login flow: step1 / Step2B", "login bug: iOS / iPadOS17", "login works on Chrome / FireFox128",
        "The login page fails on iOS / Android14", "Login tests: passed / Failed3X", "Login: old / newUI2",
        "Login screen size: 390x844 / 1920X1080", "login error in module auth:OAuth2Error",
        "Login via SSO / OAuth2.0+PKCE", "the creds live in 1Password / Vault#Team2",
        "login with email / Phone+2FA", "login needs Python / Node20LTS", "Zugang über Hof / TreppeB2",
        "Zugang zur U-Bahn: Aufzug / Gleis2B", "Der Zugang ist am Gleis / Eingang4A",
        "identifiants du train: TGV / VoitureB12", "Passwort-Login auf OAuth2PKCE umgestellt",
        "The credentials are admin:readonly2 in the docs",
        "logged in as guest and with VPN#2 enabled it failed",
        "He changed the login to OAuth2+PKCE, the old password form is gone",
    ],
)  # fmt: skip
def test_what_stands_beside_a_login_is_no_password(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        'auth=("none", "kerberos5")', "https://example.org/event?session=AI4Good2026Day1",
        "https://example.com/?sid=AB12CD34EF", 'echo "deploying" | docker build --password-stdin',
        '<input name="password">Passwort eingeben</input>',
        '<string name="forgot_password">Passwort vergessen?</string>',
        '<string name="error_password">Must have 8 characters</string>',
        '<string name="hint_token">Enter the token</string>',
        '<string name="title_secret">Secret santa list</string>', '<button name="show-password">Show</button>',
        "https://example.org/?session=workshop2Day1Room4B",
        '<setting name="min_password">12characters minimum</setting>',
    ],
)  # fmt: skip
def test_a_label_a_scheme_or_the_name_of_a_talk_is_none(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Your code is 4821 lines long. Don't share it yet",
        "The code is 4821, and don't share it is my motto",
        "Your code is 482133 characters. Never share it in chat",
        "482133 is your confirmation number",
        "door: type 4821 and hit the road",
        "The door code is four of the seven digits.",
        "비밀번호: 영문+숫자8자이상",
        "şifre: en az 8+rakam1",
        "login: anna@example.org / Windows11Pro",
        "The login is Auth0:Tenant#2",
        "log in as root with sudo#2",
        '<entry key="mail.secret">rfc5322-mail</entry>',
        '<property name="id.token">JWT4Java9</property>',
        'game.login("player1", "Level2Boss")',
        "session_id=talk-2024-day1-room2-slot3",
    ],
)
def test_what_only_begins_as_a_secret_is_told_stays(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("What's the pin of your city?", "560001"),
        ("Please enter your pin code of the area", "560001"),
        ("Which user is the password for?", "admin2"),
        ("What user goes with the password?", "svc_backup2"),
        ("What email and password do you use?", "ann.k2@example.org"),
        ("Give me your username and password please", "anna2024"),
        ("What's the room and the door code?", "412"),
        ("What's the room number? And the door code?", "412B"),
        ("I fixed the login, the password is validated.", "It's v2.3.1"),
        ("My PIN is blocked.", "It's 2026"),
        ("Which password should be rotated?", "svc_2"),
        ("What's the pin of the server rack?", "4821"),
        ("What's the name for the key?", "C#4m"),
        ("Do you have the door code or the flat number?", "412"),
        ("What's the plan? Do you have the door code?", "plan#2"),
        ("The password expired.", "It's 90d old"),
        ("What's the door code?", "v2.3.1"),
        ("What's your PIN?", "2026"),
    ],
)
def test_what_may_answer_something_else_stays(before, answer):
    assert mask_answer(answer, before) == (answer, 0)


@pytest.mark.parametrize(
    ("told", "secret"),
    [
        ("Your code is 482-133. Do not share it with anyone.", "482-133"),
        ("482133 is your Lyft code. Don't share it.", "482133"),
        ("482133 is your Acme verification code", "482133"),
        ("Your OTP is 482133. Never share this code with anyone.", "482133"),
        ("Tu código es 482133. No lo compartas.", "482133"),
        ("The safe combination is 34 12 56.", "34 12 56"),
        ("the door code has changed from 4821", "4821"),
        ("Wachtwoord van de wifi is Kat#2024", "Kat#2024"),
        ("şifrem Kedi#2024ab", "Kedi#2024ab"),
        ("I changed it to Mond#Licht77 because my old password leaked", "Mond#Licht77"),
        ("credentials: anna:Mond#Licht77", "Mond#Licht77"),
        ("https://x.example/?session=9f8e7d6c5b4a39281706f5e4", "9f8e7d6c"),
        ("password: 12猫neko34", "neko34"),
        ("password: 99漢字", "99漢字"),
        ("passwort: 4한글pass", "한글pass"),
        ("密码是88虎牙abc", "虎牙abc"),
    ],
)
def test_what_is_surely_one_is_masked_all_the_same(told, secret):
    assert secret not in mask(told).text


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("What's the garage code, please?", "4471"),
        ("What password did you set for the router?", "Mond#77"),
        ("The gate code changed today.", "It's 4471"),
        ("We have a new door code.", "It's 4471 now"),
        ("What's the PIN for your card?", "4471"),
    ],
)
def test_what_answers_for_the_secret_alone_is_masked(before, answer):
    assert mask_answer(answer, before).secrets == 1
