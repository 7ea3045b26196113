"""What people say of a password, beside telling it: words that are none. Pure.

A mask cannot be taken back, so a word that describes a password in one of the languages its name is known in is left
alone where a plain word could be one: "le mot de passe est obligatoire".
"""

from __future__ import annotations

import re

# Words that say something of a password, and are none.
_NO_SECRET = frozenset(
    "wrong right weak strong safe secret expired invalid correct incorrect empty missing required optional changed "
    "reset stored hashed encrypted "
    "needed unknown known different easy hard short long protected lost forgotten gone broken valid rejected "
    "accepted none null true false string "
    "field hidden visible displayed important better enough just still also already always never only that this what "
    "when where there here because "
    "being used saved sent given shown written unique simple complex secure insecure shared private public stolen "
    "leaked masked blank 1password "
    "strict ready done late early over fresh clear something anything nothing fake kept back shorter longer open set "
    "saved up-to-date due under like unlike same fast quick slow new old nice clean twice once "
    "sicherer gleich schon noch auch immer nicht dort hier nur sehr fort futsch "
    "upstairs downstairs outside inside somewhere everywhere nowhere below above overleaf online offline mine yours "
    "ours theirs good fine great okay crazy silly funny stupid weird awkward tricky lengthy clumsy common german "
    "english french ancient obscene absurd gibberish "
    "falsch richtig sicher schwach vergessen abgelaufen schlecht lang kurz einfach correcta incorrecta "
    # French, Spanish, Portuguese, Italian, Dutch, German
    "obligatoire facultatif requis requise nécessaire invalide incorrect erroné erronée expiré expirée oublié oubliée "
    "perdu changé changée modifié modifiée masqué chiffré faible fort court courte vide manquant inconnu refusé "
    "accepté correct correcte "
    "obligatoria opcional necesaria requerida inválida caducada expirada olvidada perdida cambiada modificada cifrada "
    "débil fuerte corta larga vacía errónea equivocada segura insegura válida desconocida "
    "obrigatória necessária exigida alterada esquecida fraca forte curta longa vazia errada "
    "obbligatoria facoltativa necessaria richiesta scaduta dimenticata cambiata modificata debole corta lunga vuota "
    "errata sbagliata valida sicura "
    "verplicht optioneel vereist nodig ongeldig onjuist verlopen vergeten gewijzigd zwak sterk leeg fout veilig "
    "erforderlich notwendig nötig pflicht ungültig geändert verschlüsselt leer stark unsicher unbekannt "
    "verloren".split()
)
# What an adjective, a participle or an adverb ends with.
DESCRIBES = re.compile(r"[a-z-]{2,}(?:ous|ible|able|ful|less|ive|[^aeiou]ated|[a-z]{2}[^e]ed|[a-z]{2}ing|[a-z]ly|ical)")


def says_of_one(word: str) -> bool:
    """Whether a word says something of a password: "strong", "stronger", "trickier"."""
    if not word.isalpha():
        return word in _NO_SECRET
    forms = (word, word.removesuffix("er"), word.removesuffix("r"), f"{word.removesuffix('ier')}y")
    return not _NO_SECRET.isdisjoint(forms)
