"""MCP (Model Context Protocol): the tools, some things to read, and prompts, for programs that a model runs in.

`server` speaks the protocol over standard input and output, `http` over HTTP; `door` says who asks. What is offered:
`memory/tools`, `resources`, `prompts`.
"""
