from rememberd_client import Rememberd

with Rememberd() as memory:  # MEMORY_URL and MEMORY_KEY say where
    with memory.session("monday") as session:
        session.save(user="My sister Ana moved to Lisbon.", assistant="How nice.")
    print(memory.session("tuesday").context("Where does my sister live?"))
