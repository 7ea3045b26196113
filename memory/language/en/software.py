"""Programs by what they are for, as far as somebody mostly uses one of a kind at a time. Pure."""

from __future__ import annotations

import re

_KINDS = {
    "browser": "firefox, chrome, chromium, safari, edge, brave, vivaldi, opera, zen, arc, librewolf, internet explorer",
    "editor": "vs code, vscode, visual studio code, visual studio, vim, neovim, nvim, emacs, sublime, sublime text, "
    "zed, atom, notepad++, textmate, helix, nano, intellij, pycharm, webstorm, cursor, eclipse, xcode, android studio",
    "system": "windows, linux, macos, mac os, ubuntu, debian, fedora, arch, arch linux, mint, linux mint, opensuse, "
    "nixos, freebsd, chromeos",
    "phone system": "android, ios, iphone",
    "mail service": "gmail, outlook, fastmail, proton mail, protonmail, hotmail, yahoo mail, gmx, posteo, "
    "tutanota, hey",
    "mail program": "thunderbird, apple mail, mailbird",
    "music": "spotify, tidal, apple music, youtube music, deezer, qobuz, amazon music",
    "notes": "evernote, onenote, obsidian, notion, apple notes, google keep, joplin, bear, logseq, roam, simplenote",
    "passwords": "1password, bitwarden, lastpass, keepass, keepassxc, dashlane, proton pass",
    "tasks": "todoist, things, ticktick, microsoft to do, any.do, remember the milk, omnifocus",
    "board": "trello, asana, jira, linear, monday.com, basecamp, clickup, wrike, youtrack",
    "team chat": "slack, teams, microsoft teams, mattermost, zulip, rocket.chat",
    "version control": "git, mercurial, subversion, svn, perforce",
    "code host": "github, gitlab, bitbucket, codeberg, gitea",
    "shell": "bash, zsh, fish, powershell, nushell",
    "search": "google, duckduckgo, bing, ecosia, kagi, startpage, qwant",
    "spreadsheet": "excel, google sheets, libreoffice calc, numbers",
    "word processor": "word, google docs, libreoffice, libreoffice writer, pages",
    "maps": "google maps, apple maps, waze, organic maps",
}
# Names of one program, or of a program and its sorts: who has the one may call it the other.
_ALIKE = tuple(
    frozenset(names.split(", "))
    for names in (
        "vs code, vscode, visual studio code, visual studio", "neovim, nvim", "sublime, sublime text", "macos, mac os",
        "arch, arch linux", "mint, linux mint", "ios, iphone", "proton mail, protonmail", "teams, microsoft teams",
        "svn, subversion", "keepass, keepassxc", "libreoffice, libreoffice writer", "outlook, hotmail",
        *(f"linux, {sort}" for sort in (
            "ubuntu", "debian", "fedora", "arch", "arch linux", "mint", "linux mint", "opensuse", "nixos", "chromeos")),
    )
)  # fmt: skip
_KIND_OF = {name.strip(): kind for kind, names in _KINDS.items() for name in names.split(",")}
_NAMES = re.compile(
    rf"(?<![\w.+-])(?:{'|'.join(map(re.escape, sorted(_KIND_OF, key=len, reverse=True)))})(?![\w+-]|\.\w)", re.I
)


def programs_in(phrase: str) -> dict[str, str]:
    """The programs that a phrase names, folded, each with its kind."""
    return {found.lower(): _KIND_OF[found.lower()] for found in _NAMES.findall(phrase)}


def takes_the_place(new: str, old: str) -> bool:
    """Whether two phrases each name one program, of one kind, and not the same or a sort of it."""
    now, before = programs_in(new), programs_in(old)
    if len(now) != 1 or len(before) != 1 or [*now.values()] != [*before.values()]:
        return False
    two = now.keys() | before.keys()
    return len(two) == 2 and not any(two <= names for names in _ALIKE)
