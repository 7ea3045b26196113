"""What people wrote, as the desk shows it: with the characters that would hide a part of it, or turn it round."""

from __future__ import annotations

from django import template

from ..screening.invisible import revealed

register = template.Library()
register.filter("revealed", revealed)
