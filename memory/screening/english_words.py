"""The words and gaps of which the English rules of screening are built, and the stems by which these are looked up."""

from __future__ import annotations

from .rules import roots

WORD = r"\w{1,30}"
GAP = r"\W{1,4}"  # between two words: no letter is of both, so nothing is tried twice
# What is done to rules alone, or to what one was told.
FLOUT = (
    r"(?:ignor(?:e|es|ing)|disregard(?:s|ing)?|overrid(?:e|es|ing)|overwrit(?:e|es|ing)|bypass(?:es|ing)?|"
    r"overrul(?:e|es|ing)|circumvent(?:s|ing)?|forget(?:s|ting)?|neglect(?:s|ing)?|abandon(?:s|ing)?|nullify|void|"
    r"supersede|unlearn|disabl(?:e|es|ing)|deactivat(?:e|es|ing)|(?:turn|switch)(?:s|es|ing)? off|"
    r"(?:pay(?:s|ing)? no|don'?t pay(?: any)?|without paying) (?:attention|heed|mind) to|"
    r"(?:do not|don'?t|never|stop|no longer|not|cease|quit)(?: to)? "
    r"(?:follow|obey|comply with|adhere to|listen to|respect|apply|observe|honou?r|heed)(?:ing)?|"
    r"(?:break|violate|breach) (?=(?:all|any|every|your)\b)|refrain from (?:following|applying)|free yourself (?:of|"
    r"from))"
)
# What one does every day, too, to orders and messages.
_TIDY = (
    r"(?:discard(?:s|ing)?|dismiss(?:es|ing)?|skip(?:s|ping)?|suspend(?:s|ing)?|erase|wipe|drop|cancel|delete|remove|"
    r"revoke|reset|clear|set(?:s|ting)? aside|put(?:s|ting)? aside|throw(?:s|ing)? (?:out|away))"
)
LAY_ASIDE = rf"(?:{FLOUT}|{_TIDY})"
# What only a model has, and what anybody may have.
ITS_OWN = (
    r"(?:(?:system |developer |hidden |initial )?(?:instruction|prompt|directive|guideline|guardrail|safeguard)s?|"
    r"system messages?|"
    r"programming|pre-?prompts?|meta-?prompts?|custom instructions)"
)
# What bounds a model, and what it has as everybody has it, but for a day.
BOUNDS = (
    r"(?:rules?|restrictions?|constraints?|policies|limitations?|protocols?|boundar(?:y|ies)|safety \w{1,30}|ethics|"
    r"moral\w*|safety|alignment|content \w{1,30}|memor(?:y|ies)(?! (?:cards?|sticks?|foam))|contexts?)"
)
EVERYDAY = (
    r"(?:filters?|policy|training|orders?|commands?|conversations?|directions?|messages?|texts?|statements?|input|"
    r"information|tasks?|requests?)\b(?![ ,]{1,2}(?:for )?(?:today|tonight|tomorrow|this (?:week(?:end)?|morning|"
    r"afternoon|evening)|(?:when|while) (?:you|we)(?:'re| are)? (?:driv|travel|cycl|walk|sleep|eat|work)\w{0,5})\b)"
)
# What those who run the model tell it, and no part of a computer's own messages.
OPERATORS_WORDS = (
    rf"(?:system|developer|operator|deployer)(?:'?s|s'?)?{GAP}(?:messages?|rules?|polic(?:y|ies)|instructions?|"
    rf"guidelines?|directives?|restrictions?|guidance)\b(?![ -](?:queue|log|bus|broker|folder|table|format|type|"
    rf"engine|field|id|page|chapter|window|box|pop-?up|that|which)s?\b)"
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
# Behind "from", "for" and the like: times, and whose the model is. They make no instruction someone else's.
_NOBODYS = (
    r"(?:this|these|you|yours?|all|any|every|old|now|once|here|before|above|earlier|first|good|ever|full|general|"
    r"default|today|me|example|their entirety|the (?:way|moment|rest|remainder|duration|time|next|following|sake|"
    r"purposes?|"
    r"system|prompt|conversation|context|assistant|top|above|beginning|start)|(?:an?|one|two|three|\d{1,3}|several|"
    r"some) (?:moment|while|minute|second|hour|bit|time|turn|answer|message|repl(?:y|ie)|question|test)s?|"
    r"(?:(?:the|its|their) )?(?:openai|anthropic|google|deepmind|microsoft|meta|mistral|deepseek|developer|creator|"
    r"maker|operator|programmer|provider)(?:'?s|s'?)?)"
)
# The subjects of a model's own rules.
_ITS_SUBJECTS = (
    r"(?:safety|security|ethics|privacy|confidentiality|secrecy|censorship|content|tools?|what (?:you|to)|who you|"
    r"how (?:you|to (?:answer|respond|reply|behave|act))|(?:moral|harm|refus|disclos|reveal|sharing|answer|respon|"
    r"format)\w{0,10})"
)
# What says of the instructions before it that they are someone else's, in the same sentence: "the previous instructions
# in the old manual", "all your messages about the party".
FROM_OTHERS = (
    r"(?![ ,(]{1,3}(?:given |sent |written |issued |received |left |printed |listed |described )?(?:(?:from|by|in|of|"
    rf"at) (?!{_NOBODYS}\b)|(?:on|for|about|regarding) (?!(?:{_NOBODYS}|{_ITS_SUBJECTS})\b))\w)"
)

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
