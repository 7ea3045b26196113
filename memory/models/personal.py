"""What of personal data a namespace may have masked."""

from __future__ import annotations

from django.db import models


class Personal(models.TextChoices):
    EMAIL = "email", "e-mail addresses"
    PHONE = "phone", "phone numbers"
    IBAN = "iban", "bank accounts (IBAN)"
    IP = "ip", "IP addresses"
