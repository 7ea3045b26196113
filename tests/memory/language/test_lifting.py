"""A standing instruction that is lifted later: what surely lifts one, and what only sounds like it."""

from __future__ import annotations

import pytest

from memory.language.en.lifting import is_instruction, lifts, tells_of_lifting

QUOTED = "Ann wants the assistant to keep to this: “%s”"


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (QUOTED % "From now on CC my assistant Rita on every mail.", "Rita left, no need to CC her any more."),
        ("Ann wants the assistant to always reply in French.", "You can go back to English now."),
        ("Ann wants the assistant to always write in German with them.", "Let’s switch back to English."),
        ("Ann wants the assistant to answer in bullet points.", "go back to normal paragraphs please"),
        ("Ann wants the assistant to always answer in lists.", "Let's go back to plain prose."),
        ("Ann wants the assistant to use metric units from now on.", "Imperial units are fine again."),
        ("Ann wants the assistant not to ping them before noon.", "so you can ping me in the mornings again."),
        ("Ann wants the assistant to never phone them.", QUOTED % "You can phone me again."),
        ("Ann wants the assistant to never mention their divorce.", "It's ok to mention the divorce now."),
        ("Ann wants the assistant not to use emojis.", "Emojis are fine again."),
        ("Ann wants the assistant never to tell jokes.", "You can tell me jokes again."),
        ("Ann wants the assistant to always add a summary.", "You can stop adding a summary."),
        ("Ann wants the assistant to answer in bullet points.", "can you stop with the bullet points by the way?"),
        ("Ann wants the assistant to always add a summary.", "Could you please stop adding a summary?"),
        (
            "Ann wants the assistant to always use bullet points.",
            "Ann wants the assistant to stop using bullet points.",
        ),
        ("Ann wants to be called Captain.", "You can stop calling me Captain."),
        (QUOTED % "Every time I ask for code, add tests.", "Forget the rule about adding tests."),
        ("Ann wants the assistant to keep its answers short.", "you can write longer again by the way"),
        ("Ann wants the assistant to answer briefly.", "Longer answers are fine again."),
        ("Ann wants the assistant to always write in Danish.", "You can write English again, by the way."),
        (QUOTED % "keep it brief please, always", "you can go into more detail again"),
        ("Ann wants the assistant to never text them before 9.", "I'm up at 6 these days so text whenever"),
        ("Ann wants the assistant not to call before 8.", "I get up at 6 now so call whenever you like"),
        ("Ann wants the assistant to answer in bullet points.", "forget the thing about bullet points"),
        ("Ann wants the assistant to always use numbered steps.", "Ignore my rule about numbered steps."),
        ("Ann wants the assistant to always include a joke.", "cancel the joke thing"),
        ("Ann wants the assistant to always use British spelling.", "I'm fine with American spelling now"),
        ("Ann wants the assistant to always end with a summary.", "stop doing the summary at the end"),
        (QUOTED % "For commit messages use the imperative", "that rule about commit messages no longer applies"),
        (QUOTED % "Never book meetings before ten.", "The no meetings before ten rule is off."),
        ("Ann wants the assistant to never mention sugar to them.", "You're allowed to mention sugar again."),
        ("Ann wants the assistant to never quote prices in dollars.", "I don't mind prices in dollars any more."),
        ("Ann wants the assistant to always answer in German.", "no need for German any more"),
        ("Ann wants the assistant to always add docstrings.", "The docstrings are no longer needed."),
        ("Ann wants the assistant not to use emojis.", "I'm fine with emojis after all."),
    ],
)
def test_what_lifts_an_instruction(older, newer):
    assert lifts(newer, older)
    assert is_instruction(newer) or tells_of_lifting(f"Hello.\n{newer}")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (QUOTED % "From now on CC my assistant Rita on every mail.", "No need to CC her on this one."),
        ("Ann wants the assistant to never phone them.", "You can phone my mum again, she's back."),
        (
            "Ann wants the assistant to never phone them.",
            "Ben wants the assistant to keep to this: “You can phone me again.”",
        ),
        ("Ann wants the assistant to never phone them.", "No need to phone me any more."),
        ("Ann wants the assistant to always reply in French.", "Can you go back to English?"),
        ("Ann wants the assistant to always reply in French.", "I can speak English again."),
        ("Ann wants the assistant to answer in bullet points.", "go back to the full paragraphs of the essay"),
        ("Ann wants the assistant not to ping them before noon.", "You can ping me at three today."),
        ("Ann wants the assistant to always use bullet points.", "No need to use the car any more."),
        ("Ann wants the assistant to always write in German.", "Please go back to the German version of the letter."),
        ("Ann wants the assistant to always add a summary.", "I don't need to add a summary to my report any more."),
        ("Ann wants the assistant to always ask them first.", "You don't need to ask, just this once."),
        ("Ann likes to phone her mother.", "You can phone me again."),
        ("Ann wants the assistant to never phone them.", "You can never phone me again."),
        ("Ann wants the assistant to never phone them.", "I never said you can phone me again."),
        ("Ann wants the assistant to never phone them.", "I hope one day you can phone me again."),
        ("Ann wants the assistant to never phone them.", "You can phone me now, the meeting is over."),
        ("Ann wants the assistant not to use emojis.", "I'm writing to Tove, emojis are fine now."),
        ("Ann wants the assistant to always add a summary.", "No need for a summary for this answer."),
        ("Ann wants the assistant to always add a table.", "No need for a table here."),
        ("Ann wants the assistant to always remind them of the pills.", "No need to remind me of the pills on Friday."),
        ("Ann wants the assistant to always remind them of the pills.", "I told Tove: stop reminding me of the pills."),
        ("Ann wants the assistant to keep its answers short.", "That letter could be longer."),
        ("Ann wants the assistant to keep its answers short.", "You can write longer letters to mum again."),
        ("Ann wants the assistant to keep its answers short.", "I can write longer again."),
        ("Ann wants the assistant to keep its answers short.", "I told Tove you can write longer again."),
        ("Ann wants the assistant to never text them before 9.", "I text my mum whenever I can."),
        ("Ann wants the assistant to never text them before 9.", "text me whenever the parcel is there"),
        ("Ann wants the assistant to never text them before 9.", "so text me any time today"),
        (
            QUOTED % "never call me before 9 please",
            "The hotline is open day and night, so call whenever you like.",
        ),
        (QUOTED % "never call me before 9", "My mum is retired, call anytime."),
        (QUOTED % "never call me before 9", "Mum is home all day, so call any time!"),
        (QUOTED % "never call me before 9", "Their sign reads: call anytime."),
        (QUOTED % "never call Anna before 9", "I'm up at six, so call anytime."),
        (QUOTED % "Never text my boss on weekends.", "The babysitter is up late so text whenever."),
        (QUOTED % "Never text my boss on weekends.", "text me whenever"),
        (QUOTED % "Don't call the clients in the morning.", "call me any time"),
        (QUOTED % "Never mail the invoices to Bob.", "Mail me whenever you like."),
        (QUOTED % "Always answer in German.", "With my doctor you can speak English again."),
        (QUOTED % "Keep my mails short please.", "You can give longer answers again."),
        (QUOTED % "Reply formally.", "With Bob you can be casual again."),
        (QUOTED % "Reply formally to Bob.", "You can go casual again."),
        (QUOTED % "Use short sentences for my daughter.", "You can use longer sentences again."),
        (QUOTED % "Write short letters to my bank.", "You can give longer answers again."),
        (QUOTED % "Keep your answers short.", "My hair: you can go longer again."),
        (QUOTED % "Keep your answers short.", "Visiting hours are back: you can talk longer again."),
        (QUOTED % "Keep your answers short.", "My boss: you can write longer again."),
        ("Ann wants the assistant to never phone them.", "I told my boss he may call me again."),
        ("Ann wants the assistant to never phone them.", "According to Kim you can phone me again."),
        ("Ann wants the assistant to always answer in German.", "We had no need for German any more in Rome."),
        ("Ann wants the assistant to always answer in German.", "The ban on German is lifted."),
        ("Ann wants the assistant to always add a summary.", "Can you stop adding a summary today?"),
        ("Ann wants the assistant to always add a summary.", "Did you stop adding a summary?"),
        ("Ann wants the assistant to always use British spelling.", "Kim is fine with American spelling now."),
        ("Ann wants the assistant to always end with a summary.", "My editor told me to stop doing the summary."),
        ("Ann wants the assistant to always cc Rita on the report.", "The report is no longer needed."),
        (QUOTED % "For commit messages use the imperative", "That rule about pull requests no longer applies."),
        (QUOTED % "For commit messages use the imperative", "That rule doesn't apply to commit messages at Kim's."),
        (QUOTED % "For commit messages use the imperative", "We voted, that rule about commit messages is off."),
        ("Ann wants the assistant to answer in bullet points.", "Don't forget the thing about bullet points."),
        ("Ann wants the assistant to answer in bullet points.", "I always forget the thing about bullet points."),
        ("Ann wants the assistant to always mention the mortgage.", "Skip the thing about the mortgage."),
        ("Ann wants the assistant never to use tables.", "The tables are fine again, the carpenter fixed them."),
    ],
)
def test_what_only_sounds_like_it_lifts_nothing(older, newer):
    assert not lifts(newer, older)
