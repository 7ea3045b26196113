"""How the assistant is to do things: standing instructions and lasting wishes."""
