import os

from mem0 import MemoryClient

client = MemoryClient(api_key=os.environ["MEMORY_KEY"], host=os.environ["MEMORY_URL"] + "/mem0")
client.add([{"role": "user", "content": "My sister Ana moved to Lisbon."}], user_id="maya", run_id="monday")
for hit in client.search("Where does my sister live?", filters={"user_id": "maya"})["results"]:
    print(hit["memory"])
