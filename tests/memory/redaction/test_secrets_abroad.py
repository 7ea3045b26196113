"""Secrets as other languages and labels tell them, beside what is only said of one in the same words."""

from __future__ import annotations

import re

import pytest

from memory.redaction import mask
from memory.redaction.said_of_passwords import says_of_one


@pytest.mark.parametrize(
    "told",
    [
        "Ma phrase de récupération : ⟦citron abeille nuage fenêtre tambour soleil cheval lampe roue violon neige pain⟧",
        "La frase de recuperación es ⟦limón abeja nube ventana tambor sol caballo mesa naranja violín nieve pan⟧",
        "la frase di recupero è ⟦limone ape nuvola finestra tamburo sole cavallo lampada arancia violino neve pane⟧",
        "Wiederherstellungsphrase: ⟦bilder biene wolke fenster trommel licht pferd rad ofen geige eis brot⟧",
        "My Trezor's 12 words are ⟦lemon honey cloud window drum sunny horse lamp orange violin snow bread⟧",
        "Le code d'entrée de la résidence est ⟦27B84⟧", "Le code d'accès est ⟦5190⟧", "El código de acceso es ⟦7719⟧",
        "Kod do furtki to ⟦3306⟧", "the alarm disarm code is ⟦2468⟧",
        "Votre code de vérification est ⟦551902⟧", "Su código de verificación es ⟦551902⟧",
        "O código de segurança é ⟦551902⟧", "Il codice di verifica è ⟦551902⟧", "die TAN lautet ⟦551902⟧",
        "The password, as far as I know, is ⟦b1rch#grove⟧.", "login lena@lumo.example, password ⟦Pear$tree9⟧",
        "Mot de passe wifi : ⟦R1viere!⟧", "senha wi-fi: ⟦Rio#Azul7⟧",
        "Network: Birch  Key: ⟦birch-4410-green⟧",
        # What is said behind a phrase is no part of it, in whatever letters.
        "My seed phrase is ⟦lemon honey cloud window drum sunny horse lamp orange violin snow bread⟧ Übermorgen und",
        "seed phrase: ⟦lemon honey cloud window drum sunny horse lamp orange violin snow bread⟧\n\nGrüße und bis bald",
        "my TAN is ⟦551902⟧ for the transfer", "the OTP is ⟦4821⟧.",
    ],
)  # fmt: skip
def test_a_secret_that_is_told_in_another_language_or_on_a_label_is_masked(told):
    masked = mask(re.sub("[⟦⟧]", "", told))
    assert masked.secrets == 1
    assert not any(secret in masked.text for secret in re.findall("⟦(.+?)⟧", told))


@pytest.mark.parametrize(
    "text",
    [
        "Le mot de passe est obligatoire", "Le mot de passe est erroné", "La contraseña es obligatoria",
        "La contraseña es débil", "Das Passwort ist verschlüsselt", "Mon mot de passe est expiré",
        "La phrase de récupération est une suite de mots que personne ne doit lire, jamais",
        "Le code de vérification est valable dix minutes", "Le code d'entrée est sur la note",
        "El código de verificación caduca en 10 minutos", "El código postal es 28013", "Le code promo est ETE2024",
        "il codice prodotto è 33907", "The password, as far as I know, is required.", "password costs 5$ a month",
        "Network: Birch, Key: none", "the TAN is required",
        "Mot de passe wifi : obligatoire",
        "Her tan is 2000 times nicer", "The tan is 1500 dollars", "tan is 5000 km old", "OTP is 2024's trend",
        "OTP is 1000 times safer than SMS", "El código de seguridad es iso27001", "O código de verificação é sha256.",
        "Code de vérification : utf8 ou ascii7", "ski pass: 45$/day", "Season pass: US$199", "wifi password 5$/hour",
        "Network: key ISO27001-control", "wifi : key 5GHz-band-only",
        "A frase semente é uma lista com doze palavras criada pela carteira guarde longe dos olhos alheios sempre",
    ],
)  # fmt: skip
def test_what_is_only_said_of_a_secret_stays(text):
    assert mask(text).text == text


@pytest.mark.parametrize(
    "word", ["obligatoire", "obligatoria", "obrigatória", "obbligatoria", "verplicht", "erforderlich"]
)
def test_what_describes_a_password_is_none_in_the_languages_it_is_named_in(word):
    assert says_of_one(word)
