"""The migrations make the tables that the models describe."""

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.django_db


def test_no_migration_is_missing():
    # `--check` ends the process where a model has what no migration makes.
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
