"""What people ask of themselves and of those around them, and the words of a text that could tell it. Pure data.

`asked` finds the thing in a question, `told` what a text that tells it has one of. A thing that nobody told of is
seldom told of without any of these words; where it is, the question is answered by nothing, so each list is generous.
"""

from __future__ import annotations

import re

from ..base import Detail


def _any(words: str) -> re.Pattern[str]:
    """`words` by spaces; "_" is a space inside one."""
    found = "|".join(word.replace("_", "[ -]") for word in words.split())
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)", re.IGNORECASE)


# asked | told besides what is asked itself
_TABLE = r"""
brothers? | bro siblings? half_brothers?
sisters? | sis siblings? half_sisters?
mother mom mum mama | mother moms? mums? mama mommy mummy parents folks
father dad papa | father dads? papa daddy parents folks
parents | parents? folks mother moms? mums? father dads? mama papa
sons? | sons? boys? kids? child(?:ren)? baby babies toddler twins? lad teenager
daughters? | daughters? girls? kids? child(?:ren)? baby babies toddler twins? nieces? teenager
kids? child(?:ren)? | kids? child(?:ren)? sons? daughters? boys? girls? twins? baby babies toddlers? pregnant
husband | hubby spouse married wedding partner
wife | spouse married wedding partner missus
girlfriend | gf dating seeing partner girl relationship engaged (?:my|user[’']s)_(?:other|better)_half
boyfriend | bf dating seeing partner guy relationship engaged (?:my|user[’']s)_(?:other|better)_half
partner spouse (?:my|user[’']s)_(?:other|better)_half | husband wife girlfriend boyfriend fianc\w+ married engaged\
 dating seeing hubby missus relationship
holidays? vacations? | trips? off_to (?:am|i[’']m|are|we[’']re)_away airbnb
fianc[eé]e? | engaged engagement wedding married propos\w+
cousins? | cousin\w*
aunts? aunty auntie | aunt\w*
uncles? | uncle\w*
nephews? | nephew\w* (?:sister|brother)['’]?s?_\w+
nieces? | niece\w* (?:sister|brother)['’]?s?_\w+
grandm\w+ granny gran nan | grandm\w+ grann\w+ gran nan nana grandparents
grandf\w+ grandad granddad grandpa | grandf\w+ grand?dad\w* grandpa grandparents
in-laws? mother-in-law father-in-law | in-laws? \w+[ -]in[ -]law
dogs? pupp(?:y|ies) | dog\w* pup\w* labrador terrier retriever beagle poodle dachshund collie spaniel shepherd hound\
 bulldog mutt corgi husky breed leash walkies barks? barking bone kennel
cats? kittens? | cat\w* kitten\w* tabby tortie siamese litter meow\w* purr\w* feline
parrots? budgies? birds? | parrot\w* budgie\w* bird\w* macaw cockat\w+ feather\w* canary cage
hamsters? | hamster\w* rodent cage
rabbits? bunn(?:y|ies) | rabbit\w* bunn\w+ hutch
horses? pon(?:y|ies) | horse\w* pon(?:y|ies) mare stallion gelding stables? riding
tortoises? turtles? | tortoise\w* turtle\w*
dentist | dental tooth teeth filling crown root_canal braces orthodont\w+ hygienist molar
vet veterinarian | vets? veterin\w+ animal_\w+ cat_clinic
landlord landlady | landlord landlady rent lease tenancy letting owner
lawyer solicitor attorney | lawyers? solicitors? attorney legal court counsel
accountant tax_advis[eo]r | accountants? account(?:s|ing)? tax\w* bookkeep\w+ advis[eo]r
therapist psychologist counsell?or | therap\w+ psycholog\w+ counsel\w+ session
hairdresser barber | hair\w* barber\w* salon stylist fringe
midwife | midwi\w+ pregnan\w+ birth
nanny babysitter childminder | nann\w+ babysit\w* childmind\w+ sitter au_pair
neighbou?rs? | neighbo\w+ next_door upstairs downstairs two_doors across door floor
designer | design\w* figma ux ui mockups? layouts? graphics?
mechanic | mechanic\w* garage workshop car
electrician | electric\w+ wiring fuse
photographer | photo\w* pictures camera
godmother godfather | god\w+ christen\w+ bapti\w+
best_man bridesmaids? | best_man bridesmaids? wedding witness
surname last_name maiden_name | surname last_name maiden\w* family_name née born [A-Z]\w+_[A-Z]\w+
middle_name second_name | middle second_name full_name [A-Z]\w+_[A-Z]\w+_[A-Z]\w+
nicknames? | nickname\w* called call
phone_number mobile_number telephone_number | phone mobile cell number \+?\d[\d\s()/.-]{4,}\d
passwords? passcode passphrase | pass\w+ code pin key log_?in credentials? combination unlock
wi-?fi | wi-?fi wireless router network ssid internet broadband
e-?mail(?:_address)? | e-?mails? mail \S+@\S+
licen[cs]e_plate number_plate registration_number | plate registration licen[cs]e
student_number matriculation_number | student_number matricul\w+ student_id
social_security_number tax_number tax_id | social_security insurance_number tax_\w+ ssn
iban account_number bank_account | iban account bank
birthdays? birth_?date date_of_birth | birth\w* b-?day bday born (?:turn|turns|turned|turning)_\w+ years_old\
 (?:my|our|his|her|their|[a-z]+['’]s)_\d{1,3}(?:st|nd|rd|th)
anniversary | anniversar\w+ married wedding together
blood_(?:type|group) | blood_(?:type|group) (?:a|b|ab|o|0)_?(?:\+|-|−|pos|neg|positive|negative) rhesus donor
shoe_size | shoes? size feet foot boots? sneakers trainers
eye_colou?r | eyes?
blood_pressure | blood_pressure pressure hypertension \d{2,3}/\d{2,3}
allergic allerg(?:y|ies) | allerg\w+ intoleran\w+ react\w* rash hives epipen an?aphyla\w+ c[oe]eliac\
 swell\w* swollen
vaccin\w+ tetanus booster flu_shot | vaccin\w* jabs? shots? booster immuni\w+ tetanus
tattoos? | tattoo\w* ink\w*
star_sign zodiac | zodiac horoscope aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces
salary wages? income earn | salar\w+ earn\w* paid pay\w* wages? income raise gross net hourly\
 (?:takes?|brings?)_home_(?:[a-z]+_)?[$£€]?\d[\d,.]*
mortgage | mortgage\w* loan interest bank repay\w*
insurance insurer | insur\w+ polic(?:y|ies) cover\w* claim premium deductible warranty
tuition | tuition fees? scholarship semester term
deposit | deposits? down_payment bond upfront up_front
pension | pension\w* retire\w*
how_old | years? yrs? year-old\w* old turn(?:s|ed|ing)? born aged? birthday \d{1,2} toddler baby\
 (?:is|am|are|[a-z]+[’']s|i[’']m)_(?:only_|just_|now_|nearly_|almost_)?(?:two|three|four|five|six|seven|eight|nine|ten|eleven\
|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:_[a-z]+)?)\
(?=[.,;!]|$|_(?:now|today|already|soon|in|on|and|but|this|next|since)\b)
bus | bus\w* line route stop coach tram
train | trains? rail\w* platform station express ticket
flight | fl(?:y|ies|ights?|ew|own|ying) planes? airports? airline boarding gate lands? landing takes_off
visa | visas? permit embassy consulate residence
hotel | hotels? hostel inn guesthouse airbnb resort rooms? stay\w* book\w* lodge pension b&b suite cabin motel
school kindergarten nursery cr[eè]che daycare | school\w* kindergarten nursery academy class\w* grade pupils?\
 primary pre-?school day_?care kitas? cr[eè]che playgroup childmind\w+ gymnasium teach\w* high at_st\.?_[a-z]+
university college | universit\w+ uni college campus stud\w+ degree bachelor\w* master\w* phd faculty
grades? marks? | grades? graded marks? score\w* result\w* pass\w* fail\w* exam\w* tests? [A-F][+-]? percent points
musical_instrument instrument | instrument piano guitar violin viola cello flute drums? trumpet saxophone sax clarinet\
 harp organ bass oboe trombone accordion ukulele banjo keyboard plays?
football_club football_team soccer_team | football soccer fan support\w* match season_ticket league fc united city
religion | religio\w+ church mosque temple synagogue catholic muslim jewish hindu buddhist atheist faith believ\w+
nationality | citizen\w* national\w* passport from born
"""


def _detail(line: str) -> Detail:
    asked, told = line.split(" | ")
    return Detail(_any(asked), _any(f"{asked} {told}"))


DETAILS = tuple(_detail(line) for line in _TABLE.replace("\\\n", "").strip().splitlines())
