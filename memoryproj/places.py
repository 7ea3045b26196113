"""Where things lie, and what the command is called: in a checkout, and installed from the wheel."""

from __future__ import annotations

from pathlib import Path

from .env import env_path

APP_NAME = "rememberd"
# The folder that holds the packages: the checkout's root, or site-packages.
BASE_DIR = Path(__file__).resolve().parent.parent
# The wheel holds no manage.py: it installs the console script `rememberd` instead.
IS_CHECKOUT = (BASE_DIR / "manage.py").is_file()
COMMAND = "manage.py" if IS_CHECKOUT else APP_NAME
# The wheel maps the top-level folder `templates` into this package (see setup.py).
TEMPLATES = (BASE_DIR if IS_CHECKOUT else Path(__file__).resolve().parent) / "templates"


def data_dir() -> Path:
    """Where everything that the service writes lies.

    MEMORY_DATA_DIR if it is set; else `data` beside manage.py in a checkout, and the user's own data folder
    (on Linux ~/.local/share/rememberd) when installed.
    """
    if given := env_path("MEMORY_DATA_DIR"):
        return Path(given)
    if IS_CHECKOUT:
        return BASE_DIR / "data"
    from platformdirs import user_data_path

    return user_data_path(APP_NAME, appauthor=False)
