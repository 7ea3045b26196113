"""The tools that a model may call, in two sets: for the agent that talks, and for one that consolidates.

The API, MCP and the schemas for function calling are all made from here. What a tool is: registry.py.
"""

from . import consolidator, orchestrator
from .registry import REGISTRY, Bench, Effect, Tool, ToolSet, of_set

__all__ = ["REGISTRY", "Bench", "Effect", "Tool", "ToolSet", "consolidator", "of_set", "orchestrator"]
