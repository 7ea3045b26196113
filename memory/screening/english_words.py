"""The words and gaps of which the English rules of screening are built, and the stems by which these are looked up."""

from __future__ import annotations

from .rules import roots

WORD = r"\w{1,30}"
GAP = r"\W{1,4}"  # between two words: no letter is of both, so nothing is tried twice
LAY_ASIDE = (
    r"(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|overrid(?:e|es|ing)|overwrit(?:e|es|ing)|bypass(?:es|ing)?|"
    r"overrul(?:e|es|ing)|"
    r"circumvent(?:s|ing)?|forget(?:s|ting)?|discard(?:s|ing)?|neglect(?:s|ing)?|abandon(?:s|ing)?|dismiss(?:es|ing)?|"
    r"skip(?:s|ping)?|nullify|void|suspend(?:s|ing)?|disabl(?:e|es|ing)|deactivat(?:e|es|ing)|erase|wipe|drop|cancel|"
    r"delete|remove|"
    r"revoke|supersede|reset|clear|unlearn|"
    r"(?:pay(?:s|ing)? no|don'?t pay(?: any)?|without paying) (?:attention|heed|mind) to|(?:turn|switch)(?:s|es|"
    r"ing)? off|"
    r"set(?:s|ting)? aside|put(?:s|ting)? aside|throw(?:s|ing)? (?:out|away)|"
    r"(?:do not|don'?t|never|stop|no longer|not|cease|quit)(?: to)? "
    r"(?:follow|obey|comply with|adhere to|listen to|respect|apply|observe|honou?r|heed)(?:ing)?|"
    r"(?:break|violate|breach) (?=(?:all|any|every|your)\b)|refrain from (?:following|applying)|free yourself (?:of|"
    r"from))"
)
# What only a model has, and what anybody may have.
ITS_OWN = (
    r"(?:(?:system |developer |hidden |initial )?(?:instruction|prompt|directive|guideline|guardrail|safeguard)s?|"
    r"system messages?|"
    r"programming|pre-?prompts?|meta-?prompts?|custom instructions)"
)
ANYBODYS = (
    r"(?:rules?|restrictions?|constraints?|filters?|polic(?:y|ies)|training|contexts?|orders?|commands?|limitations?|"
    r"protocols?|"
    r"conversations?|boundar(?:y|ies)|directions?|messages?|texts?|statements?|safety \w{1,30}|ethics|moral\w*|"
    r"safety|alignment|content \w{1,30}|input|information|memor(?:y|ies)|tasks?|requests?)"
)
BEFORE = (
    r"(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|past|existing|original|initial|old|other|"
    r"current)"
)
ANY = (
    r"(?:all|any|every|each|everything|your|system|developer'?s?|safety|security|internal|hidden|openai'?s?|"
    r"anthropic'?s?|built-?in|core)"
)
FEW = rf"(?:{GAP}(?!(?:my|our|his|her|their|and|but)\b){WORD}){{0,5}}?"
FROM_OTHERS = (
    r"(?!{gap}(?:from|by|in|on|for|about|regarding|of|at)\s+(?!this|your|the (?:system|prompt|conversation|context|"
    r"assistant|top|"
    r"above)|now|all)\w)"
).replace("{gap}", GAP)

# --- What no text but a user's own may say -----------------------------------------------------------------------

MODELS = (
    r"(?:ai|a\.i\.|llm|large language model|language model|artificial intelligence|virtual assistant|ai assistant|"
    r"assistant|chatbot|"
    r"chat ?gpt|gpt(?:-?\d\w*)?|claude|gemini|copilot|bard|ai agent|ai model|ai system|automated (?:agent|system|"
    r"assistant)|agent|bot)s?"
)

DISOBEYS = roots(
    "ignore ignoring disregard override overriding overwrite bypass overrule circumvent forget forgetting discard "
    "neglect abandon dismiss skip "
    "nullify void suspend disable disabling deactivate erase wipe drop cancel delete remove revoke supersede reset "
    "clear unlearn pay attention "
    "heed mind turn switch set put throw follow obey comply adhere listen respect apply observe honour honor break "
    "violate breach refrain free"
)
HELD = roots(
    "instruction instructions prompt preprompt pre metaprompt meta directive guideline guidelines guidance guardrail "
    "safeguard system message programming custom rule "
    "restriction constraint filter policy policies training context order command limitation protocol conversation "
    "boundary direction text statement "
    "safety ethics moral alignment content input information memory task request everything anything all whatever "
    "what developer"
)
TELLS = roots(
    "reveal show print output repeat tell display leak expose share give dump recite disclose write state list echo "
    "summarise summarize quote "
    "reproduce copy paste return send translate encode spell what search fetch"
)
MODEL_WORDS = roots(
    "ai ais a llm llms large language artificial virtual assistant assistants chatbot chat chatgpt gpt claude gemini "
    "copilot bard automated agent "
    "bot bots model models"
)
PEOPLE = roots(
    "user users human humans owner owners operator operators customer customers someone somebody anyone they"
)
