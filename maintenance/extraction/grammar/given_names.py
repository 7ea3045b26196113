"""Which pronoun the bearer of a given name takes, of names that women alone or men alone bear where English is written.

A name that either may bear ("Alex", "Kim", "Robin", "Andrea") is in neither: of such a one the talk itself has to tell.
"""

from __future__ import annotations

from memory.language.en.gazetteer import given_names
from memory.language.en.names import NAME_WORDS

from .lexicon import word_set

_WOMEN = word_set(
    "abigail ada adele agatha agnes aisha alexandra alice alicia alison amanda amelia amina amy anastasia angela "
    "anita anna annabel anne annie antonia anya astrid audrey barbara beatrice becky bella beth bethany bianca "
    "bridget camilla carla carmen caroline catherine cecilia celia charlotte chiara chloe christina christine claire "
    "clara claudia colette cynthia daniela daphne debbie deborah delia denise diana dora doris dorothy edith eileen "
    "elaine eleanor elena eliza elizabeth ella ellen eloise elsa elsie emilia emily emma erica esther eva evelyn "
    "fatima felicity fiona flora freya frida gabriella gemma georgina geraldine gertrude gina giulia grace greta gwen "
    "gwendolyn hannah harriet heather heidi helen helena henrietta henrike hilda ida imogen ines ingrid irene isabel "
    "isabella ivana jacqueline jane janet janice jasmine jennifer jenny jessica joan joanna josephine joyce judith "
    "julia julie juliet karen katarina kate katherine kathleen katie katja keira kirsten kirsty lara laura leila lena "
    "leonie lidia lily linda lisa liv lorna louisa louise lucia lucinda lucy lydia mabel madeleine magdalena maggie "
    "maisie margaret margot maria mariam marianne marie marina marjorie marta martha mary matilda maud maureen megan "
    "melanie melissa mia michelle mildred millie minnie miranda miriam molly monica muriel nadia nancy naomi natalia "
    "natalie natasha nell nina nora norma olga olivia pamela patricia paula pauline penelope petra philippa phoebe "
    "phyllis pia polly priscilla priya rachel rebecca rosa rosalind rose rosemary rosie roxanne ruby ruth sabrina "
    "sally samantha sandra sara sarah selina serena sheila silvia sofia sonia sophia sophie stella susan susanna "
    "susie svetlana sylvia tamara tanya tara tatiana teresa tess theresa tilda tilde ulrike ursula valentina valerie "
    "vanessa vera verena veronica victoria virginia wendy wilhelmina winifred yasmin yolanda yvonne zara zoe"
)
_MEN = word_set(
    "aaron abdul abdullah adam adrian ahmed alan albert alberto alessandro alexander alfred alistair andreas andrew "
    "anthony antoine antonio archie arjun arnold arthur barry bartholomew ben benjamin bernard bert boris bram brian "
    "bruce bruno callum carl carlos cedric chidi christopher clive colin connor craig damian daniel darren dave david "
    "dean declan dennis derek desmond diego dieter dinesh dmitri dominic donald dougal douglas duncan dylan edgar "
    "edmund eduardo edward edwin emil emmanuel enrique eric ernest ernie ethan eugene fabian felix ferdinand fergus "
    "fernando finlay finn florian francesco francisco frank franz frederick gareth gary gavin geoff geoffrey george "
    "gerald gerard gilbert giorgio giovanni giuseppe gordon graham gregory guido gustav hamish hans harold harry "
    "hassan hector heinrich henrik henry herbert horace howard hugh hugo humphrey huw ian ibrahim igor imran isaac "
    "ivan ivo jack jacob jake james jason javier jeff jeffrey jeremy jerome joe joel johan john johnny jonas jonathan "
    "jorge jose joseph joshua juan julian julio jurgen justin karl keith ken kenneth kevin klaus kurt lars laurence "
    "lawrence leo leonard leonardo liam lorenzo lucas ludwig luigi luke magnus malcolm manuel marcel marco marcus "
    "marek mario mark markus martin mateo matthew matthias maurice maxwell michael miguel mike miles mohamed mohammed "
    "mustafa nathan neil nicholas nigel nils noah norman oliver olivier omar oscar oskar otto owen pablo paolo "
    "patrick paul pavel pedro percy pete peter philip pierre piotr quentin ralph ramon raphael raymond reginald "
    "ricardo richard rob robert roberto roderick rodney roger roland rolf ronald rupert ryan samuel sanjay santiago "
    "scott sean sebastian sergei sergio seth sidney silvio simon stanley stefan stephen steve steven stuart sven "
    "tariq ted terence theodore thomas tim timothy tobias toby tom tomas tony trevor tristan ulrich vernon victor "
    "vikram vincent vladimir walter warren wayne wilfred wilhelm william wolfgang xavier yusuf zachary"
)
WOMEN = _WOMEN - _MEN
MEN = _MEN - _WOMEN


def all_given() -> frozenset[str]:
    """Every given name that is no word too, in small letters."""
    return (given_names() | MEN | WOMEN) - NAME_WORDS.also_words


def names_somebody(word: str) -> bool:
    """Whether it is a given name and no word too: "Anna"; not "Kafka", "Minister", "Hope"."""
    return word[:1].isupper() and word.lower() in all_given()
