"""What a turn holds that is not said of the speaker's world: another's words, a text to work on, a story. Pure."""

from __future__ import annotations

import re

# What follows is another's words, or a text to work on: nobody says it of themselves.
MATERIAL = re.compile(
    r"(?:^|[.!?] |\n)(?:(?:hi|hey|hello|ok|okay)[,!]? )?(?:please |(?:can|could|would|will) you (?:please |also )?"
    r"|help me "
    r"(?:to )?|now |then )*(?:translate|rewrite|rephrase|reword|summari[sz]e|proofread|paraphrase|shorten|polish|edit"
    r"|improve|correct|review|critique|grade|convert|reply to|respond to|say|write|type"
    r"|repeat)\b[^.!?\n:]{0,80}:(?=\s|\")"
    r"|^(?:From|To|Subject|Sent|Cc): .*\n(?:(?:From|To|Subject|Sent|Date|Cc): .*(?:\n|\Z))+|^-{2,} ?(?:Original"
    r"|Forwarded)\b",
    re.I | re.M,
)
# "In the novel, I killed the king", "I fell in my dream": not so in the world.
FICTION = re.compile(
    r"^in (?:the|my|our|this|that|a) (?:novel|story|game|film|movie|book|chapter|scene|play|script|campaign|simulation"
    r"|role-?play)\b[^,]{0,40}, "
    r"|\bin (?:the|my|our|this|that|an?|his|her) (?:dream|nightmare|example)\b|^as (?:the|my) character\b",
    re.I,
)
