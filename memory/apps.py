from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    name = "memory"
    verbose_name = "Memory"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers the system checks)
        from .planner import tell_planner

        post_migrate.connect(tell_planner, sender=self)
