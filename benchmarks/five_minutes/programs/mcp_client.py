import asyncio
import os
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(
    command=sys.argv[1],
    args=["mcp", "--namespace", "mcp"],
    env={name: os.environ[name] for name in ("HOME", "PATH")},
)


async def main():
    began = time.monotonic()
    async with stdio_client(SERVER) as streams, ClientSession(*streams) as host:
        await host.initialize()
        print(f"ready after {time.monotonic() - began:.1f} s, with {len((await host.list_tools()).tools)} tools")
        turn = {"role": "user", "content": "My sister Ana moved to Lisbon."}
        await host.call_tool("save_turns", {"session_id": "monday", "messages": [turn]})
        told = await host.call_tool("get_context", {"prompt": "Where does my sister live?"})
        print(told.structured_content["context"])


asyncio.run(main())
