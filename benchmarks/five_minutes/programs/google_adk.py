import asyncio

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import load_memory
from google.genai import types
from rememberd_client.google_adk import MemoryService

ASKS = types.FunctionCall(name="load_memory", args={"query": "Where does my sister live?"})
SCRIPT = [types.Part(text="How nice."), types.Part(function_call=ASKS), types.Part(text="In Lisbon.")]


class Scripted(BaseLlm):  # your model in its place
    async def generate_content_async(self, llm_request, stream=False):
        for part in llm_request.contents[-1].parts:
            if part.function_response:
                print("the model is told:", part.function_response.response["result"].memories[0].content.parts[0].text)
        yield LlmResponse(content=types.Content(role="model", parts=[SCRIPT.pop(0)]))


async def main():
    memory, sessions = MemoryService(), InMemorySessionService()
    agent = LlmAgent(name="helper", model=Scripted(model="scripted"), tools=[load_memory])
    runner = Runner(app_name="home", agent=agent, session_service=sessions, memory_service=memory)
    for said in ("My sister Ana moved to Lisbon.", "Where does my sister live?"):
        session = await sessions.create_session(app_name="home", user_id="maya")
        message = types.Content(role="user", parts=[types.Part(text=said)])
        async for _ in runner.run_async(user_id="maya", session_id=session.id, new_message=message):
            pass
        ended = await sessions.get_session(app_name="home", user_id="maya", session_id=session.id)
        await memory.add_session_to_memory(ended)
    await memory.close()


asyncio.run(main())
