"""What people say of their passwords, PINs and codes: what is one is masked, and what is said about them stays."""

from __future__ import annotations

import pytest

from memory.redaction import _possible, mask, mask_all
from memory.redaction.spoken import LONGEST_TALK
from memory.text import glance


@pytest.mark.parametrize(
    "text,secret",
    [
        ("the API key for Mistral is IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT", "IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT"),
        ("The password for this server is Tulip!Rain72", "Tulip!Rain72"),
        ("Das Passwort für Christian ist Tulip!Rain72", "Tulip!Rain72"),
        ("The password for the guest-network is Tulip!Rain72", "Tulip!Rain72"),
        ("The password for Chris's desktop was Tulip!Rain72", "Tulip!Rain72"),
    ],
)
def test_a_password_is_told_behind_a_whole_word(text, secret):
    masked = mask(text)
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "The password for Christian has 12 characters.",
        "The API key for Mistral lists 30 models.",
        "Das Passwort für Liste12 war zu lang.",
        "A password for the guest-network2 exists.",
    ],
)
def test_no_part_of_a_word_tells_a_password(text):
    assert mask(text).secrets == 0


@pytest.mark.parametrize(
    "text,secret",
    [
        ("the wifi password at the cabin is bluemoose-kayak-41", "bluemoose-kayak-41"),
        ("the password on the router is bluemoose-kayak-41", "bluemoose-kayak-41"),
        ("Das Passwort meines Routers ist gH7!tisch", "gH7!tisch"),
        ("mein Passwort heißt gH7!tisch", "gH7!tisch"),
        ("Kennwort gH7!tisch", "gH7!tisch"),
        ("Benutzer mueller, Passwort Sommer2024", "Sommer2024"),
        ("log in as admin with Qz7#harbor as the password", "Qz7#harbor"),
        ("Als Passwort habe ich Regenbogen77$ genommen.", "Regenbogen77$"),
        ("I reset my password to hunter2xy yesterday", "hunter2xy"),
        ("I changed my login, it's now pickleWinter88! (same e-mail)", "pickleWinter88"),
        ("user: root pass: t00rRules", "t00rRules"),
        ("pw: t00rRules", "t00rRules"),
        ('The passphrase for the disk reads "correct zebra lantern soup".', "zebra lantern"),
        ("my passphrase is correct horse battery staple", "horse battery"),
        ("the key for Mistral is IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT", "IQqAzWOhsZvEhZ1i0mPWMM8d7RoA9bDT"),
        ("Twilio auth token a16e195d8f614937218e9993cc4ca152", "a16e195d8f614937218e9993cc4ca152"),
        ("otpauth://totp/Acme?secret=HE3DU2DL3LGI2TAPNGNQ&issuer=Acme", "HE3DU2DL3LGI2TAPNGNQ"),
        ("TOTP secret (for the app): A4MX KNSN DUM3 XKPN", "KNSN"),
        ("seed phrase: ribbon velvet orbit cactus lemon drift manual genre spoil tunnel okay wasp", "cactus lemon"),
        ("My recovery phrase is ribbon velvet orbit cactus lemon drift manual genre spoil tunnel okay wasp", "cactus"),
    ],
)
def test_a_password_is_masked_however_it_is_told(text, secret):
    masked = mask(text)
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        'Use "password: ********" in the screenshots.',
        "my password is horrible",
        "My password is ridiculous.",
        "our passphrase is outdated",
        "the wifi password is upstairs",
        "The password on the form is 12 characters long.",
        "Change your password to 12-character ones.",
        "The password on the sticker was printed in 2019.",
        "Use Bitwarden2 as the password manager.",
        "password hashes: Argon2, PBKDF2 or SHA256",
        "als Passwort nie den Namen des Hundes nehmen",
        'The error for the password was "must contain one digit".',
        "My passphrase is longer than most people would like",
        "the secret is patience",
        "The key to success is determination.",
        "pass: 12/14",
        "token: str = read()",
        "The recovery plan is: call Ann, wait for the bus with all your friends and tell nobody about the whole thing",
        "The login page, it is now open until 2030.",
    ],
)
def test_what_is_said_about_a_password_stays(text):
    assert mask(text).secrets == 0


@pytest.mark.parametrize(
    "text,secret",
    [
        ("Die PIN meiner EC-Karte ist 9034.", "9034"),
        ("the pin on my card is 9034", "9034"),
        ("My Visa ends in 12, security code 739", "739"),
        ("cvc 739", "739"),
        ("the alarm code for the office is 73915", "73915"),
        ("gate code 5190#", "5190"),
        ("The landlord changed the door code to 9471.", "9471"),
        ("the code for the front door is 5190", "5190"),
        ("Türcode ist 5190", "5190"),
        ("A: der Code fürs Tor? B: 5190#", "5190"),
        ("Your one-time code is 482913. It expires soon.", "482913"),
        ("G-903315 is your Google verification code.", "903315"),
        ("Ihr Bestätigungscode lautet 771204", "771204"),
        ("recovery codes: e14c3-33cfd 2b22e-cb72f", "2b22e"),
        ("backup codes: 8471 1332, 8308 6168", "8308"),
    ],
)
def test_a_pin_and_a_code_are_masked(text, secret):
    masked = mask(text)
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "Error code is 500113",
        "postal code is 20457",
        "order code 4711",
        "zip code 90210",
        "the code is in main.py",
        "The building code 2021 requires sprinklers.",
        "The alarm code 73915 means low battery.",
        "The gate code was changed in 2024.",
        "A verification code is 6 digits long.",
        "Recovery codes: see page 1234",
        "The backup code: 2024-05-01 was its last run.",
        "pin 3: ground",
        "Words such as cat are CVC words, 26 of them.",
        "Der Code für das Tor steht im Buch 4711.",
    ],
)
def test_a_number_that_opens_nothing_stays(text):
    assert mask(text).secrets == 0


@pytest.mark.parametrize(
    "text",
    [
        "mysql -u root -pWolke7blau shop < dump.sql",
        "curl -u anna:Wolke7blau https://x.example",
        "sshpass -p 'Wolke7blau' ssh pi@10.0.0.7",
        "docker login -u anna -p Wolke7blau",
        "redis-cli -h cache -a Wolke7blau",
        "zip -P Wolke7blau a.zip b.txt",
        "openssl enc -k Wolke7blau",
        "deploy --password=Wolke7blau",
        'echo "anna:Wolke7blau" | chpasswd',
    ],
)
def test_what_a_flag_gives_a_command_is_masked(text):
    assert mask(text).secrets == 1
    assert "Wolke7blau" not in mask(text).text


@pytest.mark.parametrize(
    "text",
    [
        "mkdir -p src",
        "mysql -u root -p shop",
        "mysql -u root -p$DB_PASS shop",
        "curl -u is for users",
        'curl -u "$USER:$PASS" https://x.example',
        "docker run -p 8080:80 web",
        "docker login -u anna --password-stdin",
        "unzip -p a.zip b.txt",
        "redis-cli --all",
        "deploy --password-file FILE --token TOKEN --max-token 4096",
    ],
)
def test_a_flag_without_a_secret_stays(text):
    assert mask(text).secrets == 0


@pytest.mark.parametrize(
    "text", ["TAN: 482913", "Your tan = 482913 is good for a minute", "OTP : 482913", "tan :482913"]
)
def test_a_number_behind_its_short_name_is_a_code(text):
    assert mask(text).secrets == 1


def test_a_number_under_its_short_name_is_a_code_and_a_distance_is_none():
    assert mask_all({"tan": 482913, "distance": 482913}) == ({"tan": "[secret: code]", "distance": 482913}, 1)


def test_a_short_name_within_a_word_has_nothing_looked_for():
    """Every fourth turn has an "important" or a "distance", and the patterns of codes are the slowest."""
    text = "The distance of 40 metres is an important standard; for instance 12 tanks."
    assert _possible(text, *glance(text)) == []


def test_a_page_is_read_for_what_is_told_plainly_alone():
    page = "We walked along the harbour. " * 400
    assert len(page) > LONGEST_TALK
    for told in ("My password: hunter2xy.", "the card's pin is 4821", f"key ghp_{'a1B2' * 9}"):
        assert mask(f"{page}{told}").secrets == 1
    assert mask("The gate code is 4821").secrets == 1
    assert mask(f"{page}The gate code is 4821").secrets == 0


@pytest.mark.parametrize("secret", ["Tr0ub4dor&3", "Xk9vQ2mZt7"])
@pytest.mark.parametrize(
    "told",
    [
        "**Password:** {}", "**Password**: `{}`", "*Passwort:* {}", "| password | {} |", "<password>{}</password>",
        "a senha é {}", "minha senha é {}", "la mia password è {}", "mein Passwort lautet: {}", "мой пароль {}",
        "le mot de passe du wifi est {}", "{} is my password", "{} is the Netflix password", "my password's {}",
        "Password is:\n{}", "the new password will be {}", "Pass: {}", "api key {}", "password%3D{}",
        "https://x.y/login%3Fpassword%3D{}",
    ],
)  # fmt: skip
def test_a_password_in_an_everyday_form_is_masked(told, secret):
    masked = mask(told.format(secret))
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "**Password:** required", "| password | varchar(255) | not null |", "| token | Int32 |",
        "<password>none</password>",
        "a senha é muito fraca", "la mia password è troppo corta", "мой пароль слишком простой",
        "le mot de passe du wifi est trop long", "Bitwarden is my password manager", "iOS is the password store",
        "the new password will be longer", "Pass: 12/20", "Mountain pass: 2300m high", "token=parse(token)",
        "api key rotation",
        "The bypass: A40 northbound", "my password's length", "Step 2 is our password policy",
    ],
)  # fmt: skip
def test_talk_of_passwords_in_everyday_forms_stays(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "value",
    [
        {"card_number": 4111111111111111}, {"pass": "Tr0ub4dor&3"}, {"credentials": {"pass": "Tr0ub4dor&3"}},
        {"secret": "Xk9vQ2mZt7"}, {"password_confirmation": "Tr0ub4dor&3"}, {"pw": {"value": "Tr0ub4dor&3"}},
    ],
)  # fmt: skip
def test_an_attribute_that_is_named_as_a_secret_is_masked(value):
    told, found = mask_all(value)
    assert found == 1
    assert not any(secret in str(told) for secret in ("4111", "Tr0ub4dor", "Xk9vQ2mZt7"))


def test_other_attributes_stay():
    value = {
        "bypass": "A40 north",
        "secret": "santa is on Friday",
        "compass": "north1",
        "order": 4111111111111112,
        "value": 3,
    }
    assert mask_all(value) == (value, 0)


@pytest.mark.parametrize("gap", ["\u00a0", "\u202f", "\u2011", "\u2013", "\t", "  ", ".", " ", "-", ""])
@pytest.mark.parametrize("around", ["My card is {}.", "No.{}", "_{}_", "**{}**", "{}"])
def test_a_card_number_is_masked_with_the_gaps_of_pages(gap, around):
    number = around.format(gap.join(("4111", "1111", "1111", "1111")))
    assert mask(number).text == around.format("[secret: card number]")


@pytest.mark.parametrize(
    "text",
    [
        "4111.1111.1111.1112",
        "v4111.1111.1111.1111",
        "4111111111111111.25",
        "4111 1111\t1111 1111",
        "a_4111111111111111",
    ],
)
def test_what_only_looks_like_a_card_stays(text):
    assert mask(text) == (text, 0)


@pytest.mark.parametrize(
    "text,secret",
    [
        ("The answer to my security question is Rover.", "Rover"),
        ("Security question: What was your first pet? Answer: Waffles", "Waffles"),
        ("My mother's maiden name for the bank is Kowalczyk", "Kowalczyk"),
        ("the secret question at the bank is my first car, the answer's Datsun", "Datsun"),
        ("Die Antwort auf meine Sicherheitsfrage ist Bergmann", "Bergmann"),
        ("security answer: Lindqvist", "Lindqvist"),
        ("the answer to my security question is biscuit", "biscuit"),
        ("Security question: street you grew up on. Answer: elm street", "elm street"),
        ("For the security question, my first pet is Rufus.", "Rufus"),
        ("just type Sp4rrow!Nest to get in", "Sp4rrow!Nest"),
        ("enter Blau3Kraut! to unlock it", "Blau3Kraut"),
        ("to log in, type qW3rty!Zed", "qW3rty!Zed"),
        ("you get in with M0nday#Blues", "M0nday#Blues"),
        ("the admin account is root / toor!2024x", "toor!2024x"),
        ("the admin account is root / toor!2024x/", "toor!2024x"),
        ("[the admin account is root / toor!2024x](https://wiki.example)", "toor!2024x"),
        ("the admin account is root / E8W2eU!sSo7n7X", "E8W2eU!sSo7n7X"),
        ("For the school portal use lena.k / Rabbit!Hole3", "Rabbit!Hole3"),
        ("username maya, then Lav4Lamp?x as pw", "Lav4Lamp?x"),
        ("the wifi password is capital S, four, r, r, o, w, exclamation mark", "four, r, r"),
        ("The passcode is sierra papa four romeo romeo", "papa four"),
        ("it's spelled m, capital O, three, n, dollar sign, x, that's the password", "three, n"),
    ],
)
def test_a_secret_is_known_by_what_it_is_for(text, secret):
    masked = mask(text)
    assert masked.secrets == 1
    assert secret not in masked.text


@pytest.mark.parametrize(
    "text",
    [
        "My mother's maiden name is Kowalski and her family came from Lublin.",
        "My mother's maiden name for the family tree is Kowalski.",
        "The answer to the security question in the RFP is attached.",
        "Security question: can the vendor read our data? Answer: yes, with consent.",
        "Security question of the week: who owns the keys? The answer is everybody.",
        "A good security answer is long.",
        "The security question asks for my mother's maiden name.",
        "Die Antwort auf die Sicherheitsfrage ist falsch.",
        "Security question 4: is MFA enforced? Answer: Fully enforced.",
        "That is a good security question. Answer: rate limiting.",
        "The answer to our security questions is SOC 2.",
        "The answer to his security question is obvious.",
        "A security question about my router: does it phone home? The answer is surprising.",
        "The security answer: patch early.",
        "The security question about my dog is silly.",
        "My maiden name for the account is outdated.",
        "We log in with OpenID+Keycloak2.",
        "You get in with ticket#4411.",
        "To get in touch use chat#support1 in Slack.",
        "To log in use node@18.19.0 and the CLI.",
        "To log in use port=8443 behind the proxy.",
        "The service account is svc-build, region=eu1 only.",
        "Login is broken, error#500123x in logs.",
        "The test account is alice, ticket:Up2date! in staging.",
        "The word password is spelled p-a-s-s-w-o-r-d.",
        "My bike lock is 1500.",
        "Use Ctrl+Alt+F2 to log in on a console.",
        "logs in with LDAP+Kerberos5",
        "try user+test1@example.com to log in",
        "type ssh ann@server01 to get in",
        "log in with your Microsoft365 account",
        "The chest opens with Key#3-Gold",
        "The portal is SAP / S4HANA+Fiori",
        "My login is maya / maya.k@example.com",
        "The password is i, a, e, o free",
        "The passcode is four digits, one to nine",
        "It's spelt d-a-t-e",
        "Her name is spelled K, a, t, h, y, that's the one.",
    ],
)
def test_what_only_looks_like_an_answer_or_an_entry_stays(text):
    assert mask(text) == (text, 0)
