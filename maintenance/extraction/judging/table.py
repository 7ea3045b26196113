"""The table of the rules that judge how a new fact stands to an older one.

A rule stands here once: its name, what it decides, a pair that it takes and one like it that it leaves. The function
that decides by it is marked with it (`@table.STOPPED.decides`), and its verdict then bears the rule's name.
"""

from __future__ import annotations

from .rule import Beside, JudgingRule

# fmt: off
SAME_WORDS = JudgingRule(
    "same_words", "The same is said in the same words, or with another capital.",
    Beside("Sam likes Coffee.", "Sam likes coffee."),
    Beside("Sam likes coffee.", "Sam likes iced coffee."))
OTHER_ORDER = JudgingRule(
    "other_order", "The same words stand in another order or form.",
    Beside("The user's bank is Tindbank.", "The user banks with Tindbank."),
    Beside("The user's bank is Tindbank.", "The user works with Tindbank."))
SAME_SLOT = JudgingRule(
    "same_slot", "The same value of one property is told again, or with more.",
    Beside("Maya works at Tidewater.", "Maya works for Tidewater as a designer."),
    Beside("Maya works at Tidewater.", "Maya's sister works for Tidewater as a designer."))
NEWER_VALUE = JudgingRule(
    "newer_value", "One property of one subject has another value: of employers, homes, names there is one at a time.",
    Beside("Petra's manager is Ulrich.", "Petra reports to Samira now."),
    Beside("Petra's manager is Ulrich.", "Petra's brother reports to Samira now."), by_value=True)
NEW_JOB = JudgingRule(
    "new_job", "Somebody has got a new job, which is not told to come on top of the one they have.",
    Beside("Maya works as a baker at Tidewater.", "Maya has got a new job at the library."),
    Beside("Maya works as a baker at Tidewater.", "Maya has got a second job at the library."))
EMPLOYER_LEFT = JudgingRule(
    "employer_left", "Somebody left the employer whom the older fact names.",
    Beside("Maya works at Tidewater.", "Maya was laid off by Tidewater."),
    Beside("Maya works at Tidewater.", "Maya was laid off by Harbour Maps."))
OUT_OF_WORK = JudgingRule(
    "out_of_work", "Somebody has lost or quit the job that they had, or has retired.",
    Beside("Maya works at Tidewater.", "Maya got laid off last week."),
    Beside("Maya works at Tidewater on Saturdays.", "Maya got laid off last week."))
REDATED = JudgingRule(
    "redated", "What bears one name has another date, and the newer fact says that it was changed.",
    Beside("Anna's dentist appointment is on 3 May 2026.",
           "Anna's dentist appointment takes place on 4 May 2026 instead."),
    Beside("Sam's flight to Lisbon leaves on 22 May 2026.", "Sam's flight to Lisbon leaves on 3 October 2026."))
DENIED_IN_GENERAL = JudgingRule(
    "denied_in_general", "One fact denies in general what the other tells of one case.",
    Beside("Nina drinks two cups of coffee every morning.", "Nina never drinks coffee."),
    Beside("Nina drinks two cups of coffee every morning.", "Nina never drinks beer."), by_value=True)
OPPOSITE = JudgingRule(
    "opposite", "The same statement with the opposite sign.",
    Beside("The puppy has not been vaccinated.", "The puppy has been vaccinated."),
    Beside("The puppy has not been vaccinated.", "The kitten has been vaccinated."), by_value=True)
SAID_TO_HAVE_ENDED = JudgingRule(
    "said_to_have_ended", "The same statement, put into the past by \"used to\", \"no longer\", \"any more\".",
    Beside("Ada smokes.", "Ada used to smoke."),
    Beside("Ada smokes.", "Ada used to sing."))
OTHER_FIGURE = JudgingRule(
    "other_figure", "Another number or date for what has one at a time.",
    Beside("The flat costs 900 euros.", "The flat costs 950 euros."),
    Beside("Ann ran 5 km.", "Ann ran 8 km."), by_value=True)
DENIED = JudgingRule(
    "denied", "What the older fact tells is denied, in its own words.",
    Beside("Bruno doesn't like mushrooms.", "Bruno likes mushrooms now."),
    Beside("Bruno doesn't like mushrooms.", "Bruno likes apples now."), by_value=True)
FRIENDS_NO_MORE = JudgingRule(
    "friends_no_more", "Two are friends no longer.",
    Beside("Kofi's best friend is Marek.", "Kofi and Marek are no longer friends."),
    Beside("Kofi's best friend is Marek.", "Kofi and Piet are no longer friends."))
TAKEN_UP = JudgingRule(
    "taken_up", "What was not done is begun, or what was prepared for will not be done.",
    Beside("Ben does not eat meat.", "Ben has started eating meat again."),
    Beside("Ben does not eat meat.", "Ben has started eating early."))
DENIED_IN_PART = JudgingRule(
    "denied_in_part", "A part of what was told is wanted, needed or had no longer.",
    Beside("Odile walks with a stick.", "Odile no longer needs a stick."),
    Beside("Odile walks with a stick.", "Odile no longer needs a visa."))
GIVEN_AWAY = JudgingRule(
    "given_away", "Somebody gave away, sold or handed over what they had.",
    Beside("Ilya has a tablet.", "Ilya gave his tablet to his sister."),
    Beside("Ilya has a tablet.", "Ilya gave a book to his sister."))
STOPPED = JudgingRule(
    "stopped", "A habit, a plan or a piece of work was stopped or finished.",
    Beside("Ruth goes to the pool every Thursday.", "Ruth has given up the pool because of her shoulder."),
    Beside("Sam likes coffee.", "Sam has given up coffee."))
CANCELLED = JudgingRule(
    "cancelled", "What was booked, subscribed to or planned was cancelled.",
    Beside("The barbecue is on Saturday.", "The barbecue was called off."),
    Beside("Theo has a gym membership.", "Theo has cancelled his library membership."))
LEFT = JudgingRule(
    "left", "Somebody left a place, a job or a person, or is back from there.",
    Beside("Malik works as a cook at the Blue Heron.", "Malik quit his job at the Blue Heron."),
    Beside("Ayla has a friend in the dorm.", "Ayla moved out of the dorm."))
OVERCOME = JudgingRule(
    "overcome", "A fear was overcome, a debt paid, a thing given back.",
    Beside("The camera was lent to Otto.", "Otto gave the camera back."),
    Beside("The camera was lent to Otto.", "Otto gave the book back."))
OUTGROWN = JudgingRule(
    "outgrown", "An allergy, an intolerance or a limit of the body is over.",
    Beside("Mia is allergic to eggs.", "Mia has outgrown her egg allergy."),
    Beside("Mia is allergic to eggs.", "Mia has outgrown her nut allergy."))
REST_HOLDS = JudgingRule(
    "rest_holds", "Of a list of allergies or medicines the talk says which is over, the newer fact which are not.",
    Beside("Mia is allergic to eggs and milk.", "Mia is allergic to milk.", "Mia has outgrown her egg allergy."),
    Beside("Mia is allergic to eggs and milk.", "Mia is allergic to milk.", "Remember that Mia is allergic to milk."))
LAST_DOSE = JudgingRule(
    "last_dose", "A medicine is taken no more.",
    Beside("Jo is on amoxicillin.", "Jo took their last amoxicillin on 3 May."),
    Beside("Jo is on amoxicillin.", "Jo took their last amoxicillin at 10 pm."))
OTHER_DOSE = JudgingRule(
    "other_dose", "Of one medicine another dose is taken.",
    Beside("Jo takes 50mg of sertraline.", "Jo is up to 100mg of sertraline now."),
    Beside("Jo takes 50mg of sertraline.", "Jo is up to 100mg of quetiapine now."))
CAME_OFF = JudgingRule(
    "came_off", "A cast or a bandage came off.",
    Beside("Tom's arm is in a cast.", "Tom got his cast off."),
    Beside("Omar wears a brace on the knee.", "Omar took off his coat."))
GONE = JudgingRule(
    "gone", "Somebody's animal or thing died, ran away, was stolen or lost.",
    Beside("Kira has a cat called Momo.", "Kira's cat Momo ran away."),
    Beside("Theo has a canary called Pip.", "Theo's canary Max died in March."))
FULFILLED = JudgingRule(
    "fulfilled", "A plan was carried out, what was sought was found, an examination was passed.",
    Beside("Farid is looking for a job.", "Farid has found a job at a museum."),
    Beside("Rosa is looking for a babysitter.", "Rosa has found a purse."))
PUT_OFF = JudgingRule(
    "put_off", "What has a date was put off, to nobody knows when.",
    Beside("The maths test is on Monday.", "The maths test was postponed by a week."),
    Beside("The maths test is on Monday.", "The trip was postponed by a week."))
TO_ANOTHER_VALUE = JudgingRule(
    "to_another_value", "A date, an hour or an amount was changed to another.",
    Beside("The server runs Debian 11.", "The server was upgraded to Debian 12."),
    Beside("The kick-off is planned for 4 March.", "The dinner was postponed to 11 March."))
TO_ANOTHER_WORD = JudgingRule(
    "to_another_word", "A name, a colour or a place was changed to another.",
    Beside("The kitchen walls are yellow.", "The kitchen walls were painted green."),
    Beside("The kitchen walls are yellow.", "The kitchen door was painted green."))
MOVED_HOME = JudgingRule(
    "moved_home", "Somebody lives elsewhere.",
    Beside("Tessa lives in a bungalow in Hove.", "Tessa has moved to a flat in Lewes."),
    Beside("Kim lives with her son.", "Kim moved the desk to the cellar."))
NOW_OTHERWISE = JudgingRule(
    "now_otherwise", "With \"now\", \"new\" or \"earlier\": another way there, the other way round, a new one.",
    Beside("Lea goes to school by bus.", "Lea cycles to school since the spring."),
    Beside("Lea goes to school by bus.", "Lea cycles to work since the spring."))
AS_OFTEN = JudgingRule(
    "as_often", "Something is done as often as that now.",
    Beside("Kira feeds her cat twice a day.", "Kira feeds her cat three times a day now."),
    Beside("Kira feeds her cat twice a day.", "Kira feeds her dog three times a day now."))
HELD_ELSEWHERE = JudgingRule(
    "held_elsewhere", "What happens once takes place elsewhere.",
    Beside("The wedding party takes place in the barn.", "The wedding party takes place in the town hall."),
    Beside("The wedding party takes place in the barn.", "The flea market takes place in the hall."), by_value=True)
OTHER_VALUE_NOW = JudgingRule(
    "other_value_now", "The same statement has another number, time or place now.",
    Beside("The bins are collected on Tuesdays.", "The bins are collected on Fridays from now on."),
    Beside("Ben gets home at 6 pm on Mondays.", "Ben gets home at 8 pm on Fridays now."), by_value=True)
SINCE_A_CHANGE = JudgingRule(
    "since_a_change", "What was changed to one date, hour or figure has another now.",
    Beside("The offsite was moved to 11 May 2026.", "The offsite is on 18 May 2026 now."),
    Beside("The offsite was moved to 11 May 2026.", "The summer party is on 18 May 2026 now."))
OTHER_VERSION = JudgingRule(
    "other_version", "Another version of one product runs in the same place now.",
    Beside("The user uses Django 4 in staging.", "Staging is on Django 5 since Monday."),
    Beside("The user uses Django 4 in prod.", "Staging is on Django 5 since Monday."))
OTHER_OF_KIND = JudgingRule(
    "other_of_kind", "The same thing is wanted or used in another kind.",
    Beside("The user wants short answers.", "The user wants detailed answers from now on."),
    Beside("The user wants short answers.", "The user wants short breaks from now on."))
LIKED_NOW = JudgingRule(
    "liked_now", "What somebody could not stand is liked now.",
    Beside("Milo can't stand cats.", "Milo likes cats now."),
    Beside("Milo can't stand cats.", "Milo likes dogs now."), by_value=True)
TURNED_ROUND = JudgingRule(
    "turned_round", "A liking has turned into a dislike, or the other way round.",
    Beside("The user hates running.", "The user has come to love running."),
    Beside("The user hates running.", "The user has come to love swimming."), by_value=True)
AGE = JudgingRule(
    "age", "Somebody is a year or more older.",
    Beside("The user's daughter is four years old.", "The user's daughter turned five yesterday."),
    Beside("The user's daughter is four years old.", "The user's son turned five yesterday."))
NEW_ONE = JudgingRule(
    "new_one", "A new one took the place of what one has once.",
    Beside("Kim's dentist is Dr. Lund.", "Kim has a new dentist, Dr. Ek."),
    Beside("Kim's sister's dentist is Dr. Lund.", "Kim has a new dentist, Dr. Ek."))
RID_OF = JudgingRule(
    "rid_of", "What was used or lived in is had no longer.",
    Beside("The user is staying at the Astoria in Turin.", "The user ditched the Astoria."),
    Beside("The user is staying at the Astoria in Turin.", "The user ditched the Imperial."))
PARTED_FROM = JudgingRule(
    "parted_from", "Somebody has to do with a firm or a person no longer, whom both facts name.",
    Beside("The user banks with Tindale.", "The user closed their account at Tindale."),
    Beside("The user has a mortgage with Tindale.", "The user closed their account at Tindale."))
SPLIT_UP = JudgingRule(
    "split_up", "A couple has parted.",
    Beside("Carla is dating Ben.", "Carla and Ben broke up."),
    Beside("Carla is dating Ben.", "Carla and Tom broke up."))
RETIRED = JudgingRule(
    "retired", "Somebody whom one goes to is there no longer.",
    Beside("The user sees Dr. Whitmore for their back.", "Dr Whitmore retired."),
    Beside("The user sees Dr. Whitmore for their back.", "Dr Falk retired."))
GOT_DONE = JudgingRule(
    "got_done", "What was under way is done.",
    Beside("The bathroom is being redone.", "The bathroom is done."),
    Beside("The bathroom is being redone.", "The kitchen is done."))
EATEN_AGAIN = JudgingRule(
    "eaten_again", "Somebody eats again what their diet left out.",
    Beside("The user has been vegetarian since 2019.", "The user eats chicken again."),
    Beside("The user has been vegetarian since 2019.", "The user eats cheese again."), by_value=True)
DRINKS_AGAIN = JudgingRule(
    "drinks_again", "Somebody who was sober drinks again.",
    Beside("Jo has been sober for two years.", "Jo drinks wine again."),
    Beside("Jo has been sober for two years.", "Jo drinks coffee again."))
OTHER_STATE = JudgingRule(
    "other_state", "Another of the states that exclude each other: open and closed, engaged and married.",
    Beside("Ticket 5521 is open.", "Ticket 5521 was closed yesterday."),
    Beside("Case 77 is open.", "Case 78 was closed on Monday."), by_value=True)
REPLACED = JudgingRule(
    "replaced", "Something or somebody was replaced by another.",
    Beside("The user uses a nasal spray.", "The user replaced the nasal spray with tablets."),
    Beside("The user uses a nasal spray.", "The user replaced the old lamp with a new one."))
TAKEN_OVER = JudgingRule(
    "taken_over", "Somebody took a duty over from whoever had it.",
    Beside("Mrs. Dahl conducts the choir.", "Mr. Okoro took over the choir from Mrs. Dahl."),
    Beside("Mrs. Dahl conducts the choir.", "Mr. Okoro took over the orchestra from Mrs. Dahl."))
HANDED_ON = JudgingRule(
    "handed_on", "Somebody handed a duty to another.",
    Beside("The escalation is handled by Dirk.", "Dirk handed the escalation to Anke."),
    Beside("The escalation is handled by Dirk.", "Dirk handed the keys to Anke."))
STEPPED_IN = JudgingRule(
    "stepped_in", "Somebody is out, and the same sentence says who does it instead.",
    Beside("Ivo feeds the seals.", "Ivo left the zoo and Rosa feeds the seals."),
    Beside("Ivo feeds the seals.", "Ivo left the zoo and Rosa feeds the bears."))
SWITCHED = JudgingRule(
    "switched", "Somebody switched from what the older fact tells to another.",
    Beside("The user sings soprano.", "The user switched from soprano to alto."),
    Beside("Ayla speaks German.", "Ayla switched from German to English in the meeting."))
ANOTHER_DOES_IT = JudgingRule(
    "another_does_it", "Of one thing one has the charge, and it is another now.",
    Beside("Hana runs the mass spectrometer.", "Emil runs the mass spectrometer now."),
    Beside("Leo leads a team.", "Ada leads a team now."))
ANOTHER_ON_CALL = JudgingRule(
    "another_on_call", "Another is on call, or has the pager, for the same service now.",
    Beside("Ana is on call for payments.", "Bram has the pager for payments now."),
    Beside("Ana is on call for payments.", "Bram has the pager for search now."))
BELONGS_TO_ANOTHER = JudgingRule(
    "belongs_to_another", "What one owns or leads belongs to another now.",
    Beside("Ravi owns the search service.", "Search belongs to Sofie now."),
    Beside("Ravi owns the search service.", "Billing belongs to Sofie now."))
THERE_IS_ANOTHER = JudgingRule(
    "there_is_another", "There is a new one in an office that one holds.",
    Beside("Uwe is the janitor.", "There is a new janitor, Mr. Falk."),
    Beside("Uwe is a nurse.", "There is a new nurse on the ward."))
NEXT_STAGE = JudgingRule(
    "next_stage", "Kindergarten, school, university: the next one has begun.",
    Beside("The user's son is in kindergarten.", "The user's son started school in August."),
    Beside("The user's son is in kindergarten.", "The user's nephew started school in August."))
THROUGH = JudgingRule(
    "through", "A probation, a leave or a treatment is over.",
    Beside("Jo is on probation until June.", "Jo passed their probation."),
    Beside("Jo is on probation until June.", "Jo passed their driving test."))
BORN = JudgingRule(
    "born", "The child that was expected was born.",
    Beside("The user's wife is expecting their second child.", "The user's second child was born on Sunday."),
    Beside("The user's wife is expecting a parcel.", "The user's second child was born on Sunday."))
HOBBY_GIVEN_UP = JudgingRule(
    "hobby_given_up", "Somebody gave away the thing that a hobby needs.",
    Beside("The user collects stamps.", "The user sold the stamp collection."),
    Beside("The user collects stamps.", "The user sold the coin collection."))
USED_OTHERWISE = JudgingRule(
    "used_otherwise", "Of one use there is one thing, and it is another now.",
    Beside("The user uses Inkwell for notes.", "The user uses Tally for notes now."),
    Beside("The user uses Inkwell for notes.", "The user uses Tally for invoices now."), by_value=True)
OTHER_PLAN = JudgingRule(
    "other_plan", "Somebody has another tariff, subscription or edition now.",
    Beside("The user has the basic plan.", "The user is on the premium plan since Monday."),
    Beside("The user's sister has the basic plan.", "The user is on the premium plan since Monday."))
MOVED_OVER = JudgingRule(
    "moved_over", "What ran on one thing was moved over to another.",
    Beside("The user uses Jenkins for CI.", "The user moved CI over to Buildkite."),
    Beside("The user uses Jenkins for CI.", "The user moved the wiki over to Buildkite."))
NO_MORE = JudgingRule(
    "no_more", "A thing was torn down, thrown away or burnt: nothing is there or done with it any more.",
    Beside("Ole looks after the windmill.", "The windmill was torn down."),
    Beside("Ole looks after the windmill.", "The windmill's barn was torn down."))
TAKEN_AWAY = JudgingRule(
    "taken_away", "A thing was stolen, lent or carried off from where it was.",
    Beside("The portrait hangs in the hall.", "The portrait was lent to Oslo."),
    Beside("The portrait hangs in the hall.", "The frame of the portrait was lent to Oslo."))
PASSED_ON = JudgingRule(
    "passed_on", "Who ran, sailed or played it has passed it on.",
    Beside("The user sails the Seagull.", "The user passed the Seagull on to Jo."),
    Beside("The bakery is run by Petra.", "Petra sold her van to two sisters."))
BACK = JudgingRule(
    "back", "What was away is back.",
    Beside("The organ is in for repair.", "The organ came back in March."),
    Beside("The organ is in for repair.", "The piano came back in March."))
ACQUIRED = JudgingRule(
    "acquired", "What was rented is owned.",
    Beside("The orchard is rented from the monastery.", "The user bought the orchard from the monastery."),
    Beside("The orchard is rented from the monastery.", "The user bought a bench from the monastery."))
SERVED_BY_ANOTHER = JudgingRule(
    "served_by_another", "Whoever did it for somebody was replaced by another.",
    Beside("Mr. Boll teaches the user's sister.", "The user's sister replaced Mr. Boll with Ms. Dee."),
    Beside("Mr. Boll teaches the user's brother.", "The user's sister replaced Mr. Boll with Ms. Dee."))
PAID = JudgingRule(
    "paid", "What had to be paid or done by a date was.",
    Beside("The toll must be paid by 9 May.", "The user paid the toll on 2 May."),
    Beside("The toll must be paid by 9 May.", "The user paid the court on 2 May."))
OTHER_PRICE = JudgingRule(
    "other_price", "What was free costs something, or the other way round.",
    Beside("The sauna is free.", "The sauna costs 8 euros since May."),
    Beside("The sauna is free.", "The towels in the sauna cost 2 euros."), by_value=True)
OTHER_HOURS = JudgingRule(
    "other_hours", "It opens or closes at another hour, or on other days.",
    Beside("The sauna is open until 10 pm.", "The sauna closes at 8 pm from now on."),
    Beside("The sauna is open until 10 pm.", "The sauna closes at 8 pm on Sundays."), by_value=True)
OTHER_TERM = JudgingRule(
    "other_term", "There is more time until something is due.",
    Beside("The drill must be returned by 2 May.", "The loan of the drill was extended until 9 May."),
    Beside("The drill must be returned by 2 May.", "The loan of the saw was extended until 9 May."))
CONTRASTED = JudgingRule(
    "contrasted",
    "The newer fact names what it is not, or no longer: \"B, not A\", \"from A to B\", \"B instead of A\".",
    Beside("The parcel is in Ghent.", "The parcel is in Bruges, not in Ghent."),
    Beside("The letter is in Ghent.", "The parcel is in Bruges, not in Ghent."), by_value=True)
MISTAKEN = JudgingRule(
    "mistaken", "The newer fact, or the talk around it, says that what was told was a mistake.",
    Beside("The bill was for 80 dollars.", "The bill was for 88 dollars; 80 was a typo."),
    Beside("The bill was for 80 dollars.", "The fine was for 88 dollars; 80 was a typo."), by_value=True)
AGAIN = JudgingRule(
    "again", "What ended or changed the older fact, when it was said, holds no longer.",
    Beside("Sam quit smoking.", "Sam smokes again."),
    Beside("Sam quit smoking.", "Sam sings again."))
DENIED_IN_TALK = JudgingRule(
    "denied_in_talk", "The older fact is denied, and the talk says that it was wrong or is so no longer.",
    Beside("The user is allergic to dogs.",
           "The user is not allergic to dogs.", "The new test says I'm not allergic to dogs after all."),
    Beside("The user is allergic to dogs.",
           "The user is not allergic to cats.", "The new test says I'm not allergic to cats after all."), by_value=True)
REPLACED_IN_TALK = JudgingRule(
    "replaced_in_talk", "The talk names the older value beside the newer one, with a sign of change.",
    Beside("Karim is the user's treasurer.",
           "Rana is the user's treasurer.", "Karim stepped down, Rana is our treasurer now."),
    Beside("Karim is the user's treasurer.", "Rana is the user's treasurer.", "Rana is our treasurer."), by_value=True)
ANOTHER_PERSON = JudgingRule(
    "another_person", "The talk names whoever did it, with a sign of change, and another does the same work.",
    Beside("The user's babysitter is Nele.",
           "Carla babysits for the user.", "Nele can't any more, Carla babysits for us now."),
    Beside("The user's babysitter is Nele.",
           "Carla cooks for the user.", "Nele can't any more, Carla cooks for us now."), by_value=True)
ANOTHER_VALUE = JudgingRule(
    "another_value", "Said with a sign of change, the newer fact names the same thing with another value of its kind.",
    Beside("The user's office is on Mill Lane.",
           "The office is on Quay Street.", "We relocated; the office is on Quay Street."),
    Beside("The user's office is on Mill Lane.",
           "The bakery is on Quay Street.", "We relocated; the bakery is on Quay Street."), by_value=True)
REPLANNED = JudgingRule(
    "replanned", "What is announced is announced for another day.",
    Beside("As of 9 March 2026, the user works at Tidewater.", "As of 16 March 2026, the user works at Tidewater."),
    Beside("As of 9 March 2026, the user works at Tidewater.",
           "As of 16 March 2026, the user's brother works at Tidewater."))
CALLED_OFF = JudgingRule(
    "called_off", "What is announced is called off or put off: the same one does not come into the same thing then.",
    Beside("As of 9 March 2026, the user works at Tidewater.", "The user is not starting at Tidewater after all."),
    Beside("As of 9 March 2026, the user works at Tidewater.",
           "The user is not starting at Tidewater until 16 March 2026."))
LIFTED = JudgingRule(
    "lifted", "The user lifts what they wanted the assistant to keep to, or a part of it.",
    Beside("Ann wants the assistant to never phone them.",
           "Ann wants the assistant to keep to this: “You can phone me again.”"),
    Beside("Ann wants the assistant to never phone them.",
           "Ann wants the assistant to keep to this: “You can phone Ben again.”"))
REFINED = JudgingRule(
    "refined", "The newer fact tells what the older one tells, and more.",
    Beside("Rosa has a parrot.", "Rosa has a parrot called Coco."),
    Beside("Rosa has a parrot.", "Rosa has a parrot allergy."))
# fmt: on

RULES = tuple(rule for rule in globals().values() if isinstance(rule, JudgingRule))
BY_VALUE = frozenset(rule.name for rule in RULES if rule.by_value)
