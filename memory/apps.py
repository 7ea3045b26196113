from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"
    verbose_name = "Memory"

    def ready(self) -> None:
        from . import checks  # noqa: F401  (registers the system checks)
        from .search.backends import backend

        backend().install(self)
