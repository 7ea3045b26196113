"""mem0's own client against the service, in the environment of the hosts' libraries."""

from tests import hosts
from tests.store import committed

__all__ = ["committed"]

SCRIPT = """
import asyncio, sys
from mem0 import AsyncMemoryClient, MemoryClient
from mem0.exceptions import MemoryError, MemoryNotFoundError

key, host = sys.argv[1:]
client = MemoryClient(api_key=key, host=host)
added = client.add([{"role": "user", "content": "I am allergic to hazelnuts."},
                    {"role": "assistant", "content": "Noted."}], user_id="alice", run_id="r1")
assert [one["event"] for one in added["results"]] == ["ADD", "ADD"], added
fact = client.add("Alice likes tea.", user_id="alice", infer=False)["results"][0]["id"]
hits = client.search("hazelnuts", filters={"user_id": "alice"}, top_k=3)["results"]
assert hits[0]["memory"] == "I am allergic to hazelnuts.", hits
assert client.search("hazelnuts", filters={"user_id": "bob"})["results"] == []
everything = client.get_all(filters={"user_id": "alice"}, page=1, page_size=2)
assert (everything["count"], len(everything["results"])) == (3, 2), everything
assert client.get(fact)["memory"] == "Alice likes tea."
assert client.update(fact, text="Alice likes coffee.")["memory"] == "Alice likes coffee."
assert client.get(fact)["memory"] == "Alice likes coffee."
assert [one["event"] for one in client.history(fact)] == ["ADD", "UPDATE"]
client.delete(fact)
for refused in (lambda: client.get(fact), lambda: client.get("mem_0")):
    try:
        refused()
    except MemoryNotFoundError:
        pass
    else:
        raise AssertionError("found what is gone")
try:
    client.add("Hello.", user_id="alice", agent_id="bot")
except MemoryError as error:
    assert "run_id may stand" in str(error), error
else:
    raise AssertionError("two owners")
try:
    MemoryClient(api_key="mem_x_y", host=host)
except ValueError as error:
    assert "unknown" in str(error), error
client.delete_all(user_id="alice", run_id="r1")

async def talk():
    client = AsyncMemoryClient(api_key=key, host=host)
    await client.add("I live in Porto.", user_id="carol")
    return (await client.search("Porto", filters={"user_id": "carol"}))["results"]

assert asyncio.run(talk())[0]["memory"] == "I live in Porto."
print("all well")
"""


def test_the_platforms_real_client_works_against_this_service(live_server, committed, make_key, tmp_path):
    done = hosts.run("-c", SCRIPT, make_key("acme/*"), f"{live_server.url}/mem0", home=tmp_path)
    assert done.stdout == "all well\n", done.stderr
