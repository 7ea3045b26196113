"""What a password is called in some twenty-five languages, and what tells it: parts of patterns, in lower case."""

from __future__ import annotations

# What a password is called elsewhere.
SIGNS_ABROAD = (
    "hasł", "hasl", "heslo", "lösenord", "adgangskode", "passord", "salasana", "jelsz", "parol", "şifre", "sifre",
    "kata sandi", "mật khẩu", "wachtwoord", "senha", "contrase",
    "nenosiri", "nywila", "비밀번호", "암호", "κωδικ", "סיסמ", "كلمة", "पासवर्ड", "পাসওয়ার্ড", "پاس ورڈ", "رمز عبور",
    "รหัสผ่าน", "парол", "密码", "密碼", "パスワード",
)  # fmt: skip
ABROAD = (
    r"has[łl][oa]|hesl[oa]|lösenord(?:et)?|adgangskoden?|passord(?:et)?|salasanan?|jelsz(?:ó|av\w{1,3})|parol[aăeáy]|"
    r"[şs]ifre\w{0,3}|nenosiri|nywila|kata sandi|mật khẩu|wachtwoord|senha|contraseña|"
    r"비밀번호[는은가]?|암호[는은가]?|κωδικ(?:ός|ό|ού)(?: πρόσβασης)?|(?:ה)?סיסמ[הא]|"
    r"كلمة (?:المرور|السر)|पासवर्ड|পাসওয়ার্ড|پاس ورڈ|رمز عبور|รหัสผ่าน|парол[ьяюі]|密码|密碼|パスワード"
)
# Of what it is, where that has a password: "do wifi", "de la router"; and what tells it: "je", "είναι", ":".
OF_DEVICE = (
    r"(?:\s(?:na|k|ke|do|dla|ze?|till?|for|до|от|к|для|του|της|το|de|van|voor|d[aeo]|del|la|ya)\s(?:[^\W\d_]{1,4}\s){0,2}?"
    r"(?:wi-?fi|wlan|вай-?фа|wifi|router|роутер|netflix|g?mail|e-mail|почт|nätet|nettet|nätverk|netværk|sieci|sítě|rețea)\w{0,4})?"
)
TOLD_ABROAD = (
    r"(?:\s{0,2}[:：=]\s{0,2}|\s(?:je|to|jest|to jest|är|er|on|este|is|es|é|είναι|adalah|ni|là|היא|הוא|هي|है)\s"
    r"|\s?(?:คือ|เป็น)\s?"
    r"|(?<=[는은])\s|[은는]\s|은|は|是"
    # Turkish, Hungarian and Russian have no word for it; the languages of India and Persian set theirs behind.
    r"|(?<=पासवर्ड)\s|(?<=পাসওয়ার্ড)\s|(?<=ورڈ)\s|(?<=عبور)\s|(?<=[şs]ifre)\s|(?<=jelszó)\s|(?<=[şs]ifrem)\s|(?<=пароль)\s|(?<=вайфая)\s)"
)
