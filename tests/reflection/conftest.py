"""What the tests of reflection ask for: the language model's stand-in."""

from tests.openai_server import openai_server

__all__ = ["openai_server"]
