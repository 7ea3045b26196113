"""Sentences of our own and the facts they state: the first table yields exactly these, the second nothing.

All are said on Monday 8 May 2023 at 13:56 UTC. `day` is the fact's event time where that differs from then.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Expected:
    """A fact's exact content, its first tag, and its day if it names one."""

    content: str
    tag: str
    day: str | None = None


@dataclass(frozen=True)
class Case:
    """What somebody says in one turn, and every fact that must come of it."""

    said: str
    facts: tuple[Expected, ...]
    speaker: str = "user"


STATED: tuple[Case, ...] = (
    Case("Karl is the scrum master now.", (Expected("Karl is the scrum master now.", "biography"),)),
    Case("Petra is head of the support team.", (Expected("Petra is head of the support team.", "biography"),)),
    # "Wed" is a day and "id" a number: neither is "we'd" or "I'd".
    Case(
        "The kids are with me Mon to Wed.",
        (Expected("The kids are with Nadia Monday to Wednesday.", "relation"),),
        speaker="Nadia",
    ),
    Case("My employee id is 77.", (Expected("Nadia's employee id is 77.", "biography"),), speaker="Nadia"),
    Case("id like to learn Welsh", (Expected("Nadia would like to learn Welsh.", "preference"),), speaker="Nadia"),
    # A doing that has a verb of its own is not what the speaker does.
    Case("climbing moved to Wednesdays", (Expected("Climbing moved to Wednesdays.", "event"),), speaker="Nadia"),
    Case(
        "I went to a pottery fair yesterday and it was so inspiring.",
        (Expected("Nadia went to a pottery fair on 7 May 2023.", "event", "2023-05-07"),),
        speaker="Nadia",
    ),
    Case(
        "I rowed a long race for charity last Saturday – it was really tough.",
        (Expected("Priya rowed a long race for charity on 6 May 2023.", "event", "2023-05-06"),),
        speaker="Priya",
    ),
    Case(
        "My sister Anna works at Siemens. She got engaged last month.",
        (
            Expected("Caroline's sister Anna works at Siemens.", "relation"),
            Expected("Caroline's sister Anna got engaged in April 2023.", "event", "2023-04-01"),
        ),
        speaker="Caroline",
    ),
    Case(
        "Lost my post as a surveyor yesterday, so I'm gonna take a chance on opening my own bakery.",
        (
            Expected("Leo lost their post as a surveyor on 7 May 2023.", "event", "2023-05-07"),
            Expected("Leo is going to take a chance on opening their own bakery.", "plan"),
        ),
        speaker="Leo",
    ),
    Case(
        "Been volunteering at the animal rescue and keeping bees.",
        (Expected("Tara has been volunteering at the animal rescue and keeping bees.", "event"),),
        speaker="Tara",
    ),
    Case(
        "I live in Porto with my girlfriend Marta.",
        (Expected("The user lives in Porto with their girlfriend Marta.", "biography"),),
    ),
    Case(
        "We adopted two kittens on Saturday. They're called Miso and Tofu.",
        (
            Expected("The user adopted two kittens on 6 May 2023.", "event", "2023-05-06"),
            Expected("The user's two kittens are called Miso and Tofu.", "biography"),
        ),
    ),
    Case("My brother just moved to Canada.", (Expected("The user's brother moved to Canada.", "relation"),)),
    Case("I've been vegan since 2018.", (Expected("The user has been vegan since 2018.", "health"),)),
    Case("I'm allergic to penicillin.", (Expected("The user is allergic to penicillin.", "health"),)),
    Case(
        "I was diagnosed with asthma when I was 7.",
        (Expected("The user was diagnosed with asthma when they were 7.", "health"),),
    ),
    Case(
        "My doctor told me to cut down on salt.",
        (Expected("The user's doctor told the user to cut down on salt.", "health"),),
    ),
    Case("I'm learning Portuguese.", (Expected("The user is learning Portuguese.", "skill"),)),
    Case("I can play the cello.", (Expected("The user can play the cello.", "skill"),)),
    Case("I'm not good at drawing.", (Expected("The user is not good at drawing.", "opinion"),)),
    Case(
        "I want to run a marathon before I turn 40.",
        (Expected("The user wants to run a marathon before they turn 40.", "plan"),),
    ),
    Case(
        "My goal is to save 10,000 euros by December.",
        (Expected("The user's goal is to save 10,000 euros by December 2023.", "goal", "2023-12-01"),),
    ),
    Case("I hope to become a pilot.", (Expected("The user hopes to become a pilot.", "goal"),)),
    Case(
        "I'm planning to visit Japan next spring.",
        (Expected("The user is planning to visit Japan in spring 2024.", "plan", "2024-03-01"),),
    ),
    Case(
        "We're going to Crete next week.",
        (Expected("The user is going to Crete in the week after 8 May 2023.", "plan", "2023-05-15"),),
    ),
    Case(
        "I'm meeting Paula tomorrow at 10am.",
        (Expected("The user is meeting Paula on 9 May 2023 at 10am.", "plan", "2023-05-09"),),
    ),
    Case("My birthday is on 14 February.", (Expected("The user's birthday is on 14 February.", "biography"),)),
    Case("My favourite colour is green.", (Expected("The user's favourite colour is green.", "preference"),)),
    Case("I prefer tea to coffee.", (Expected("The user prefers tea to coffee.", "preference"),)),
    Case("I hate mushrooms.", (Expected("The user hates mushrooms.", "preference"),)),
    Case("I love jazz and old movies.", (Expected("The user loves jazz and old movies.", "preference"),)),
    Case("I'm a huge fan of Arsenal.", (Expected("The user is a huge fan of Arsenal.", "preference"),)),
    Case("I work from home on Fridays.", (Expected("The user works from home on Fridays.", "biography"),)),
    Case("I go swimming every Tuesday.", (Expected("The user goes swimming every Tuesday.", "habit"),)),
    Case("I usually get up at 5.", (Expected("The user usually gets up at 5.", "habit"),)),
    Case("I never drink alcohol.", (Expected("The user never drinks alcohol.", "habit"),)),
    Case("I own a red Vespa.", (Expected("The user owns a red Vespa.", "possession"),)),
    Case(
        "I bought a house in Ghent last year.",
        (Expected("The user bought a house in Ghent in 2022.", "possession", "2022-01-01"),),
    ),
    Case("I sold my car.", (Expected("The user sold their car.", "event"),)),
    Case("My laptop is a ThinkPad X1.", (Expected("The user's laptop is a ThinkPad X1.", "biography"),)),
    Case("I'm married to Ines.", (Expected("The user is married to Ines.", "biography"),)),
    Case("I have three kids.", (Expected("The user has three kids.", "relation"),)),
    Case("My parents are divorced.", (Expected("The user's parents are divorced.", "relation"),)),
    Case(
        "My boss Karen wants the report by Friday.",
        (Expected("The user's boss Karen wants the report by 12 May 2023.", "plan", "2023-05-12"),),
    ),
    Case(
        "I got promoted to senior engineer in March.",
        (Expected("The user got promoted to senior engineer in March 2023.", "event", "2023-03-01"),),
    ),
    Case(
        "I quit my job at Initech two weeks ago.",
        (Expected("The user quit their job at Initech around 24 April 2023.", "event", "2023-04-24"),),
    ),
    Case("I'm looking for a new apartment.", (Expected("The user is looking for a new apartment.", "event"),)),
    Case("I don't own a car.", (Expected("The user does not own a car.", "possession"),)),
    Case("I haven't been to Asia.", (Expected("The user has not been to Asia.", "biography"),)),
    Case("I grew up on a farm near Cork.", (Expected("The user grew up on a farm near Cork.", "biography"),)),
    Case("I studied chemistry at Delft.", (Expected("The user studied chemistry at Delft.", "biography"),)),
    Case(
        "I think the new office is too noisy.",
        (Expected("The user thinks the new office is too noisy.", "opinion"),),
    ),
    Case("I'm afraid of spiders.", (Expected("The user is afraid of spiders.", "opinion"),)),
    Case(
        "I'm worried about my exam on Thursday.",
        (Expected("The user is worried about their exam on 11 May 2023.", "plan", "2023-05-11"),),
    ),
    Case(
        "I may move to Berlin in the autumn.",
        (Expected("The user may move to Berlin in the autumn.", "plan"),),
    ),
    Case(
        "Maybe I'll take a sabbatical next year.",
        (Expected("Maybe the user will take a sabbatical in 2024.", "plan", "2024-01-01"),),
    ),
    Case("I'm considering a career change.", (Expected("The user is considering a career change.", "plan"),)),
    Case("My cat Felix is 12 years old.", (Expected("The user's cat Felix is 12 years old.", "relation"),)),
    Case(
        "My grandmother turned 90 yesterday.",
        (Expected("The user's grandmother turned 90 on 7 May 2023.", "relation", "2023-05-07"),),
    ),
    Case(
        "I have been working at the library since 2011, and I love my colleagues.",
        (
            Expected("The user has been working at the library since 2011.", "biography"),
            Expected("The user loves their colleagues.", "preference"),
        ),
    ),
    Case(
        "Last night I watched Alien with my roommate.",
        (
            Expected(
                "On the night of 7 May 2023 the user watched Alien with the user's roommate.",
                "event",
                "2023-05-07",
            ),
        ),
    ),
    Case(
        "This weekend we're painting the kitchen.",
        (Expected("On the weekend of 13 May 2023 the user is painting the kitchen.", "plan", "2023-05-13"),),
    ),
    Case(
        "My dentist appointment is on 3 May at 14:30.",
        (Expected("The user's dentist appointment is on 3 May at 14:30.", "health"),),
    ),
    Case("My company is called Northwind.", (Expected("The user's company is called Northwind.", "biography"),)),
    Case("Please call me Sam.", (Expected("The user wants to be called Sam.", "instruction"),)),
    Case(
        "Please address me as Dr. Weber.",
        (Expected("The user wants to be called Dr. Weber.", "instruction"),),
    ),
    Case(
        "Always answer in metric units.",
        (Expected("The user wants the assistant to always answer in metric units.", "instruction"),),
    ),
    Case(
        "Don't schedule meetings before 10.",
        (Expected("The user wants the assistant not to schedule meetings before 10.", "instruction"),),
    ),
    Case(
        "From now on, use tabs instead of spaces.",
        (Expected("The user wants the assistant to use tabs instead of spaces from now on.", "instruction"),),
    ),
    Case(
        "Never use emojis in your replies.",
        (Expected("The user wants the assistant to never use emojis in its replies.", "instruction"),),
    ),
    Case(
        "I'd like you to respond in German.",
        (Expected("The user wants the assistant to respond in German.", "instruction"),),
    ),
    Case(
        "You should never share my address.",
        (Expected("The user wants the assistant to never share their address.", "instruction"),),
    ),
    Case(
        "By default, show prices in Swiss francs.",
        (Expected("The user wants the assistant to show prices in Swiss francs by default.", "instruction"),),
    ),
    Case(
        "Whenever you write code for me, add type hints.",
        (
            Expected(
                "The user wants the assistant to add type hints whenever it writes code for the user.",
                "instruction",
            ),
        ),
    ),
    Case("Remember that I'm allergic to peanuts.", (Expected("The user is allergic to peanuts.", "health"),)),
    Case(
        "Keep in mind that my deadline is 5 June.",
        (Expected("The user's deadline is 5 June 2023.", "plan", "2023-06-05"),),
    ),
    Case(
        "Don't forget that my sister is visiting on Friday.",
        (Expected("The user's sister is visiting on 12 May 2023.", "plan", "2023-05-12"),),
    ),
    Case(
        "Remind me to renew my passport in June.",
        (
            Expected(
                "The user wants to be reminded to renew their passport in June 2023.",
                "instruction",
                "2023-06-01",
            ),
        ),
    ),
    # Behind "so" the assistant is bidden, and nobody tells of themselves.
    Case("We use pnpm, not npm, so write commands for pnpm.", (Expected("The user uses pnpm, not npm.", "habit"),)),
    Case(
        "I live in Bergen, so use kroner when you name prices.",
        (
            Expected("The user lives in Bergen.", "biography"),
            Expected("The user wants the assistant to use kroner when it names prices.", "instruction"),
        ),
    ),
    Case(
        "We bake on Sundays, so don't schedule calls on Sundays.",
        (
            Expected("The user bakes on Sundays.", "habit"),
            Expected("The user wants the assistant not to schedule calls on Sundays.", "instruction"),
        ),
    ),
    Case("I have yoga on Wednesday mornings.", (Expected("The user has yoga on Wednesday mornings.", "possession"),)),
    Case("Avoid jargon.", (Expected("The user wants the assistant to avoid jargon.", "instruction"),)),
    Case(
        "I need to buy a present for my mom's birthday.",
        (Expected("The user needs to buy a present for their mom's birthday.", "plan"),),
    ),
    Case(
        "My knee has been hurting for two weeks.",
        (Expected("The user's knee has been hurting for two weeks.", "health"),),
    ),
    Case(
        "I will be in London from Monday to Thursday.",
        (Expected("The user will be in London from Monday to Thursday.", "plan"),),
    ),
    Case(
        "I couldn't attend the wedding last Saturday.",
        (Expected("The user could not attend the wedding on 6 May 2023.", "event", "2023-05-06"),),
    ),
    Case(
        "I got a puppy named Biscuit last week. She's a beagle.",
        (
            Expected("The user got a puppy named Biscuit in the week before 8 May 2023.", "event", "2023-05-01"),
            Expected("The user's puppy is a beagle.", "biography"),
        ),
    ),
    Case("Just finished my thesis!", (Expected("The user finished their thesis.", "event"),)),
    Case(
        "Thinking about getting a second dog.",
        (Expected("The user is thinking about getting a second dog.", "plan"),),
    ),
    Case(
        "I gave my bike to my nephew Ben last summer.",
        (Expected("The user gave their bike to their nephew Ben in summer 2022.", "event", "2022-06-01"),),
    ),
    Case(
        "My sister and I run a bakery in Graz.",
        (Expected("The user's sister and the user run a bakery in Graz.", "relation"),),
    ),
    Case(
        "I went to Rome with my family last month. We stayed near the Pantheon.",
        (
            Expected("The user went to Rome with their family in April 2023.", "event", "2023-04-01"),
            Expected("The user and their family stayed near the Pantheon in April 2023.", "event", "2023-04-01"),
        ),
    ),
    Case(
        "Yesterday I finally submitted my thesis and went out with my lab mates.",
        (
            Expected("On 7 May 2023 the user submitted their thesis.", "event", "2023-05-07"),
            Expected("The user went out with their lab mates on 7 May 2023.", "event", "2023-05-07"),
        ),
    ),
    Case(
        "I don't like loud restaurants, so I usually cook at home.",
        (
            Expected("The user does not like loud restaurants.", "preference"),
            Expected("The user usually cooks at home.", "habit"),
        ),
    ),
    Case(
        "I'm from Ghana originally, but I live in Leeds now.",
        (
            Expected("The user is from Ghana originally.", "biography"),
            Expected("The user lives in Leeds now.", "biography"),
        ),
    ),
    Case("I no longer eat meat.", (Expected("The user no longer eats meat.", "biography"),)),
    Case(
        "I used to smoke but I quit in 2019.",
        (
            Expected("The user used to smoke.", "event"),
            Expected("The user quit in 2019.", "event", "2019-01-01"),
        ),
    ),
    Case(
        "My dad and I built a treehouse two summers ago.",
        (Expected("The user's dad and the user built a treehouse in summer 2021.", "relation", "2021-06-01"),),
    ),
    Case(
        "I've been playing the violin since I was 7.",
        (Expected("The user has been playing the violin since they were 7.", "skill"),),
    ),
    Case("I earn 4,200 euros a month.", (Expected("The user earns 4,200 euros a month.", "habit"),)),
    Case("I'm 1.82 m tall.", (Expected("The user is 1.82 m tall.", "biography"),)),
    Case(
        'I watched "The Third Man" last night.',
        (Expected('The user watched "The Third Man" on the night of 7 May 2023.', "event", "2023-05-07"),),
    ),
    Case(
        "My wife is expecting our second child in November.",
        (Expected("The user's wife is expecting the user's second child in November 2023.", "plan", "2023-11-01"),),
    ),
    Case(
        "I'd love to visit Iceland someday.",
        (Expected("The user would love to visit Iceland someday.", "preference"),),
    ),
    Case(
        "The project deadline is June 30.",
        (Expected("The project deadline is 30 June 2023.", "plan", "2023-06-30"),),
    ),
    Case("Update: my budget is now 600 euros.", (Expected("The user's budget is now 600 euros.", "biography"),)),
    Case(
        "I have a meeting with Dr. Patel on Tuesday at 3pm.",
        (Expected("The user has a meeting with Dr. Patel on 9 May 2023 at 3pm.", "plan", "2023-05-09"),),
    ),
    Case("I think I might be allergic to cats.", (Expected("The user might be allergic to cats.", "health"),)),
    Case(
        "I have two brothers, Tom and Eric. Tom is a plumber.",
        (
            Expected("The user has two brothers, Tom and Eric.", "relation"),
            Expected("Tom is a plumber.", "biography"),
        ),
    ),
    Case(
        "When I was little, we had a cottage in Wales and had to fetch water from a well.",
        (
            Expected("When Ida was little, they had a cottage in Wales.", "event"),
            Expected("Ida had to fetch water from a well as a child.", "event"),
        ),
        speaker="Ida",
    ),
    Case(
        "As a kid in my street I collected beetles. I kept a grass snake.",
        (
            Expected("As a kid in Ida's street Ida collected beetles.", "event"),
            Expected("Ida kept a grass snake as a child.", "event"),
        ),
        speaker="Ida",
    ),
    Case(
        "Last week was intense. I spoke at a prison about restorative justice.",
        (
            Expected(
                "Ida spoke at a prison about restorative justice in the week before 8 May 2023.", "event", "2023-05-01"
            ),
        ),
        speaker="Ida",
    ),
    Case(
        "I went to Kiel last weekend and lost my camera in the harbour.",
        (
            Expected(
                "Ida went to Kiel on the weekend of 6 May 2023 and lost their camera in the harbour.",
                "event",
                "2023-05-06",
            ),
        ),
        speaker="Ida",
    ),
    Case(
        "I ran a charity auction in March. At the auction I met a sculptor named Otto.",
        (
            Expected("Ida ran a charity auction in March 2023.", "event", "2023-03-01"),
            Expected("At the charity auction Ida met a sculptor named Otto in March 2023.", "event", "2023-03-01"),
        ),
        speaker="Ida",
    ),
    Case(
        "In the meantime I have repaired my grandfather's accordion.",
        (Expected("Ida has repaired their grandfather's accordion.", "event"),),
        speaker="Ida",
    ),
    Case(
        "I asked my cousins to join the choir I lead and be mentors for young singers.",
        (Expected("Ida asked their cousins to join the choir Ida leads and be mentors for young singers.", "event"),),
        speaker="Ida",
    ),
    Case(
        "Last month I retook the sailing exam.",
        (Expected("In April 2023 Ida retook the sailing exam.", "event", "2023-04-01"),),
        speaker="Ida",
    ),
    Case(
        "One more rule for you: keep answers under ninety words.",
        (Expected("The user wants the assistant to keep answers under ninety words.", "instruction"),),
    ),
    Case(
        "Could you always give distances in kilometres?",
        (Expected("The user wants the assistant to always give distances in kilometres.", "instruction"),),
    ),
    Case(
        "Something else: I sing alto in a gospel choir.",
        (Expected("The user sings alto in a gospel choir.", "habit"),),
    ),
    Case(
        "That regatta this past weekend was wild! I panicked when our mast snapped.",
        (Expected("Rosa panicked when their mast snapped on the weekend of 6 May 2023.", "event", "2023-05-06"),),
        speaker="Rosa",
    ),
    Case(
        "I've rented a pottery studio. I spend every Sunday in the studio.",
        (
            Expected("Iris has rented a pottery studio.", "event"),
            Expected("Iris spends every Sunday in the pottery studio.", "habit"),
        ),
        speaker="Iris",
    ),
    Case(
        "Last Friday I put in a few hours at the shelter mopping floors.",
        (Expected("On 5 May 2023 Iris put in a few hours at the shelter mopping floors.", "event", "2023-05-05"),),
        speaker="Iris",
    ),
    Case(
        "I found a place for our choir rehearsals.",
        (Expected("Iris found a place for their choir rehearsals.", "event"),),
        speaker="Iris",
    ),
    Case(
        "I want to build a place for neighbours to repair bicycles.",
        (Expected("Iris wants to build a place for neighbours to repair bicycles.", "plan"),),
        speaker="Iris",
    ),
)

# Questions, greetings, thanks, compliments, reactions, small talk, hypotheses, sarcasm, world knowledge, quotations,
# one-off requests, dangling pronouns, empty opinions, code, logs, other languages.
UNSTATED: tuple[str, ...] = (
    "Hi there!",
    "Good morning, how are you?",
    "How was your weekend?",
    "Thanks so much for your help!",
    "You're the best.",
    "You did a great job on that.",
    "I'm so proud of you.",
    "That's amazing!",
    "That sounds like a lot of fun.",
    "I totally agree.",
    "I know, right?",
    "I see.",
    "I understand.",
    "Sounds good.",
    "Congratulations on your new job!",
    "I'm glad you like it.",
    "I'm happy for you.",
    "I hope you have a great day.",
    "Good luck with your exam!",
    "See you tomorrow.",
    "Talk to you later.",
    "Take care!",
    "Let's catch up soon.",
    "Just shout if you need anything.",
    "Keep up the good work!",
    "Don't give up.",
    "Have fun!",
    "It was great.",
    "It's been a long day.",
    "I'm tired.",
    "I'm fine, thanks.",
    "I'm doing well.",
    "I feel great today.",
    "Life is short.",
    "Swimming can really lift your mood.",
    "Gardening is a great way to unwind.",
    "Paris is the capital of France.",
    "Python is a programming language.",
    "Dogs are loyal.",
    "People should be kinder to each other.",
    "Exercise is good for you.",
    "Time flies.",
    "If I had more money, I would travel the world.",
    "I wish I could fly.",
    "I would have told you.",
    "If I were you, I'd take the train.",
    "Imagine living on Mars.",
    "She said it was fine.",
    "They told me about it.",
    "He loves it.",
    "It reminded me of that.",
    "This is awesome.",
    "That one is better.",
    "What is the weather like?",
    "Do you have any pets?",
    "Can you write a function that sorts a list?",
    "Write a haiku about autumn.",
    "Summarise this article for me.",
    "Translate the following text into French.",
    "Fix the bug in the code above.",
    "Explain how TCP works.",
    "Give me three examples.",
    "Make it shorter.",
    "Try again.",
    "Look at this picture.",
    "Oh great, another Monday. Just what I needed.",
    "Yeah, right, because I love paying taxes.",
    '"I moved to Rome last year," said the man in the story.',
    "def main(): return my_name",
    "I think so too.",
    "I guess you're right.",
    "I can't believe it!",
    "I can imagine.",
    "I have no idea.",
    "I have a question.",
    "I'd love that.",
    "I appreciate it.",
    "I bet it was fun.",
    "I'm not sure.",
    "I'm sorry to hear that.",
    "No worries.",
    "Wow, what a view!",
    "Nice pic!",
    "Love that painting!",
    "Your kids are adorable.",
    "Your dog looks so happy.",
    "You must be excited.",
    "The colors really blend nicely.",
    "The view is stunning.",
    "There's always tomorrow.",
    "Everything happens for a reason.",
    "Practice makes perfect.",
    "Hopefully it will be fine.",
    "We should hang out sometime.",
    "We can do it!",
    "You got this!",
    "I'll let you know.",
    "I'll be right back.",
    "Just kidding.",
    "Haha, true.",
    "Ich wohne in Hamburg und arbeite bei der Post.",
    "Vivo en Sevilla con mi hermana.",
    "我昨天买了一辆新车。",
    "I was like, whatever.",
    "It depends.",
    "Who knows.",
    "Either way works.",
    "My bad.",
    "My pleasure.",
    "My heart is full.",
    "It means a lot to me.",
    "You never know what life brings.",
    "That's how it goes.",
    "I have to go now.",
    "I'm just saying.",
    "I need your help with something.",
    "I want to ask you something.",
    "I've got a question about Django.",
    "The sun rises in the east.",
    "My thoughts exactly.",
    "ERROR 2024-01-01 my database failed",
    "Best wishes from my side.",
    "I could eat a horse.",
    "I swear I'm going crazy.",
    "What I mean is that it's hard.",
    "Would you say I work too much?",
    "Let's meet up sometime!",
    "The weather is lovely today.",
    "I'm off now, bye!",
    "My goodness!",
    "Whatever you think is best.",
    "Tell me a joke.",
    "What a lovely picture!",
    "I'm all ears.",
    "You should try it.",
    "I'm so proud of you for standing up for the refugees.",
    "The colors make me feel calm.",
    "The event was full of painters.",
    "I worked with the artist on the drawing.",
    "I'm really lucky to have my brother.",
    "The evening classes were a lifesaver for me.",
    "We made pancakes!",
    "Got some new socks!",
    "I'd love to join in and help!",
    "We all cook in the evening.",
    "I had a great time with my friends.",
    "I'm off to bake some bread.",
    "I'm swamped with work and the kids.",
    "I'm going to keep working hard.",
    "I do - Oscar.",
    "But so does having supportive neighbours around me.",
    "We're like a team - always backing each other.",
    "Nature reminds us of the beauty around us.",
    "Packing list for our tour please.",
    "We should fight for trees and plant more of them in our street.",
    "Taking in stray cats - you're so kind!",
    "I found a place with huge windows.",
    "I worked at the studio all week.",
    "I met all sorts of obstacles.",
    "We had our meeting yesterday.",
    "I formed connections by being patient.",
    "I'd love to lend a hand at future events.",
    "I wanted to make connections, giggle together and breathe.",
    "We have different skills and tools.",
    "We each have different talents.",
    "I'm poured tons of work into a greenhouse lately.",
    "I wanted to see everyone's courage.",
    "I can't wait for the grand opening tomorrow!",
    "I loved taking lessons with my cousins.",
    "My team has been so encouraging and inspiring.",
    "I talked to someone with great ideas.",
    "I have regular meetings.",
)
