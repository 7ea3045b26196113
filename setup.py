"""What pyproject.toml cannot say: the wheel holds the top-level folder `templates` as `memoryproj/templates`.

pyproject.toml can either find the packages or map a folder to one; here both are needed.
"""

from setuptools import find_namespace_packages, setup

OURS = ["memoryproj*", "memory*", "maintenance*", "reflection*"]
# Folders of data lie inside packages; some packages have no __init__.py, so that finding looks at any folder.
NO_PACKAGES = ["*.static*", "*.data", "*.__pycache__"]

setup(
    packages=[*find_namespace_packages(include=OURS, exclude=NO_PACKAGES), "memoryproj.templates"],
    package_dir={"memoryproj.templates": "templates"},
    package_data={"memoryproj.templates": ["**/*"], "": ["static/**/*", "data/**/*"]},
)
