"""Secrets as people tell them beside other things, in many languages, and as programs hold them: what is none stays."""

from __future__ import annotations

import re

import pytest

from memory.redaction import mask
from memory.redaction.formats import is_wallet_key
from torture import pasted


@pytest.mark.parametrize(
    "told",
    [
        "heslo na wifi je ⟦Kafe!zitra77⟧", "hasło do wifi to ⟦Zimny$ok44⟧", "adgangskoden til wifi er ⟦Sn0vejr!31⟧",
        "lösenordet till wifi är ⟦Fika&Bulle88⟧", "пароль до вайфаю: ⟦Borsch#771z⟧", "wifin salasana on ⟦Sauna!Loyly7⟧",
        "와이파이 비밀번호는 ⟦Kimchi!8813⟧ 입니다",
        "ο κωδικός του wifi είναι ⟦Souvlaki!42⟧", "a wifi jelszó ⟦Paprika!552⟧",
        "parola de la wifi este ⟦Mamaliga#81⟧", "het wachtwoord van de wifi is ⟦Tulp3n&Kaas⟧",
        "Passwort fürs Postfach hab ich auf ⟦Tango!Kilo42⟧ geändert",
    ],
)  # fmt: skip
def test_a_password_is_masked_under_its_name_in_another_language(told):
    _is_masked(told)


@pytest.mark.parametrize(
    "told",
    [
        "Le code de la porte d'entrée est le ⟦5520⟧", "de code van de poort is ⟦9034⟧", "код от домофона ⟦7719⟧",
        "kod do bramy to ⟦2277⟧", "il codice del cancello è ⟦8812⟧",
        "The alarm at mum's place: type ⟦7741⟧ and press off.",
        "if you need the garage, ⟦9912⟧ opens it", "front door: ⟦2468⟧ on the keypad",
        "Grandpa's phone passcode ⟦246810⟧",
        "The gate code is ⟦seven seven four one⟧.", "my pin is ⟦four four oh nine⟧", "The alarm code is ⟦5 1 9 0⟧",
        "WhatsApp code: ⟦771-204⟧. Don't share this code with others", "⟦551903⟧ is your PayPal code.",
        "Your Steam Guard code is ⟦K7QX-92LM⟧", "the recovery key is ⟦kd93-pw22-mmz1⟧",
    ],
)  # fmt: skip
def test_a_code_is_masked_as_it_is_read_out_or_sent(told):
    _is_masked(told)


@pytest.mark.parametrize(
    "told",
    [
        "Login details: lena@example.org / ⟦w1nterGreen5⟧", "creds are lena:⟦f0xGlove77!⟧",
        "you log in as lena with ⟦Blu3Jay#21⟧", "I changed it to ⟦b1gBadWolf!⟧ because the old password was leaked",
        "2FA seed ⟦JBSWY3DPEHPK3PXP⟧ for the git account", "Bot token → ⟦tok_9f3kQ2mZ7xW1⟧",
        "my metamask words are ⟦abandon ability able about above absent absorb abstract absurd abuse access accident⟧",
        'requests.post(url, auth=("svc-report", "⟦S3cretDune!⟧"))', 'smtp.login("robot", "⟦mild-river-9⟧")',
        "https://api.example.org/data?q=Oslo&appid=⟦a8f5f167f44f4964e6c998dee827110c⟧",
        'echo "⟦wolfF1sh!2⟧" | docker login -u bob --password-stdin', "net use Z: //nas/share /user:lena ⟦Gl4ssMoon7⟧",
        "PHPSESSID=⟦e3b0c44298fc1c149afbf4c8996fb924⟧ is my session", "az login -u lena@example.org -p ⟦d1AmondDust⟧",
        '<Setting Name="DbPassword">⟦oak-Tree_771⟧</Setting>',
        "BitLocker key ⟦123456-234567-345678-456789-567890-678901-123456-234567⟧",
    ],
)  # fmt: skip
def test_a_password_is_masked_beside_its_name_or_where_a_program_takes_it(told):
    _is_masked(told)


def _is_masked(told):
    masked = mask(re.sub("[⟦⟧]", "", told))
    assert masked.secrets >= 1
    assert not any(secret in masked.text for secret in re.findall("⟦(.+?)⟧", told))


def test_a_wallets_key_is_known_by_its_checksum():
    key = pasted._wallet_key(pasted.Drawn(3))
    assert is_wallet_key(key)
    assert mask(f"my wallet: {key}").secrets == 1
    other = key[:-1] + ("2" if key[-1] != "2" else "3")
    assert mask(f"my wallet: {other}").secrets == 0


@pytest.mark.parametrize(
    "text",
    [
        "She wore a pin from 1962 on her coat.", "DB_PASSWORD=${DB_PASSWORD:?missing}",
        "Your promo code is SAVE20NOW, enjoy.", "4471 is your seat code, row 4.", "Your booking code is X7KQ2P.",
        "The code is one two-line function and three tests.", "Heslo musí mít aspoň 8 znaků a jedno číslo.",
        "Hasło zmieniam co 90 dni, tak jak każe IT.", "パスワードは8文字以上にしてください。",
        "비밀번호는 8자 이상이어야 합니다.",
        "Напишите на ivan77@example.org, если забыли пароль.", "hasło dla konta jan77@example.org wygasło",
        "I changed it to a 10-day trip because the password reset took ages.",
        "The login page took 3.5 s / 4 s on mobile.", "login: see https://example.org/a1B2/start",
        "Credentials: Lena Berg, MSc and PhD2019 at Oslo.", "GET /items?page=2&session=spring2024",
        "https://example.org/?appid=game3 opens the store page", 'requests.get(url, auth=("user", "password"))',
        "docker login -u bob reads the password from a prompt", "serial 100200-300400-500600",
        "front door: 2468 visitors last year", "the alarm 0630 opens the day for me",
        "enter 4000 steps into the app, the door is far", "The garage at 1200 opens at nine.",
        "Passwort wird alle 90 Tage auf dem Server geändert.", "I keep the recovery keys in 2 envelopes.",
        "He moved the pin from C4 to D5 on the map.", "The error code: 404-2. Share it with support.",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays(text):
    assert mask(text).text == text
