"""The product's settings, with the yardstick's one view."""

from memoryproj.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.speed.bare"
