"""The tools that a model may call, in sets: for the agent that talks, for one that consolidates, and a graph by the
names of the reference server.

The API, MCP and the schemas for function calling are all made from here. What a tool is: registry.py.
"""

from . import consolidator, graph, orchestrator
from .registry import REGISTRY, Bench, Effect, Tool, ToolSet, of_set

__all__ = ["REGISTRY", "Bench", "Effect", "Tool", "ToolSet", "consolidator", "graph", "of_set", "orchestrator"]
