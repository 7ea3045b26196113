"""Orders to an assistant in English that no user's wish needs. Pure; the text is lower case."""

from __future__ import annotations

from ..models.trust import QuarantineReason, Trust
from .english_words import (
    ANY,
    BEFORE,
    BOUNDS,
    DISOBEYS,
    EVERYDAY,
    FEW,
    FLOUT,
    FROM_OTHERS,
    GAP,
    HELD,
    ITS_OWN,
    LAY_ASIDE,
    MODEL_WORDS,
    MODELS,
    OPERATORS_WORDS,
    TELLS,
    WORD,
)
from .rules import LazyPattern, ScreeningRule, roots

_WHOSE = (
    rf"{GAP}(?:all{GAP}|any{GAP}|of{GAP}|every{GAP})*(?:your|openai'?s?|anthropic'?s?|the (?:assistant|model|ai)'?s?)"
    rf"{GAP}(?:{WORD}{GAP}){{0,2}}?"
)
_OVERRIDE = LazyPattern(
    rf"\b{LAY_ASIDE}(?:"
    # "ignore (all) (the) previous instructions", "disregard your guidelines", "forget the system prompt"
    rf"{FEW}{GAP}(?:{BEFORE}|{ANY})(?:{GAP}(?:of{GAP})?(?:the|your|those|these|given|{BEFORE}|{ANY})){{0,4}}"
    rf"{GAP}(?:{WORD}{GAP}){{0,1}}?{ITS_OWN}\b(?![ -](?:engineer|template|injection|caching)){FROM_OTHERS}"
    # "ignore all prior rules", "bypass your content policy"
    rf"|{GAP}(?:all{GAP}|any{GAP}|every{GAP}|of{GAP}|the{GAP}|"
    rf"your{GAP}){{1,3}}(?:{BEFORE}{GAP}){{1,2}}(?:{WORD}{GAP})?(?:rules|orders|commands|"
    rf"directions|restrictions|constraints|training|context|guidance|policies){FROM_OTHERS}"
    rf"|{_WHOSE}{BOUNDS}"
    # "ignore the instructions above", "forget everything before this", "disregard what you were told"
    rf"|{GAP}(?:all{GAP}|any{GAP}|of{GAP})*(?:the{GAP}|"
    rf"those{GAP})?{ITS_OWN}{GAP}(?:{WORD}{GAP}){{0,3}}?(?:above|before (?:this|that|it)|so far|"
    rf"you(?:'ve| have| were| had| are)? (?:been |previously |originally |initially )*(?:given|told|received|got|"
    rf"have|had|under))"
    rf"|{GAP}(?:everything|anything|all|whatever|what)(?:{GAP}that)?{GAP}(?:above|before (?:this|that|now)|prior "
    rf"to this|"
    rf"(?:came|was said|said|written|stated) (?:above|before)|"
    rf"you(?:'ve| have| were| had)? (?:been |were |previously |ever )*(?:told|instructed|taught|given|trained|"
    rf"programmed|learned|learnt)|"
    rf"(?:your|the) (?:developers?|creators?|system|operator|makers?)\b)"
    rf")"
    # "forget your training", "disregard the system message"
    rf"|\b{FLOUT}(?:{_WHOSE}{EVERYDAY}"
    rf"|{GAP}(?:(?:all|any|every|each|of|the|your){GAP}){{1,3}}(?:{WORD}{GAP})?{OPERATORS_WORDS}{FROM_OTHERS})"
)
_REVEAL = LazyPattern(
    r"\b(?:reveal|show|print|output|repeat|tell|display|leak|expose|share|give|dump|recite|disclose|write|state|list|"
    r"echo|"
    r"summari[sz]e|quote|reproduce|copy|paste|return|send|translate|encode|spell out|what(?:'s| is| are| was| were))\b"
    rf"(?:{GAP}(?!(?:my|our|his|her|their|a|an)\b){WORD}){{0,5}}?{GAP}(?:your{GAP}(?:{WORD}{GAP}){{0,3}}?"
    r"(?:(?:system|initial|hidden|secret|original|developer|internal|pre-?|confidential|first|full|exact|complete)[ "
    r"-]?\s?(?:\w{1,30}\s)?"
    r"(?:prompt|instruction|message|directive|guideline|rule|configuration|config)s?|prompt\b|instructions verbatim|"
    r"guidelines verbatim)"
    r"|the (?:hidden|secret|initial|original|internal|confidential) (?:system )?(?:prompt|instructions|directives|"
    r"rules)\b"
    r"|(?:the )?(?:text|words?|everything|content|all|message|sentences?|lines?)(?: \w{1,30}){0,2}? (?:above|before) "
    r"(?:this|starting|beginning|verbatim|in (?:a|your))"
    r"|(?:the )?(?:hidden|secret) (?:text|words?|message|lines?)(?: \w{1,30}){0,4}? (?:above|before) (?:this|the|our) "
    r"(?:conversation|chat|dialogue))"
)
_OTHERS = LazyPattern(
    r"\b(?:reveal|show|print|output|tell|display|leak|expose|share|give|dump|disclose|list|send|return|search|fetch)\b"
    rf"(?:{GAP}{WORD}){{0,5}}?{GAP}(?:other|another|different|all|every|each)(?:{GAP}(?:the|of|registered|"
    rf"person))?{GAP}"
    r"(?:users?|tenants?|customers?|people|accounts?|namespaces?)['’]?s?['’]?"
    rf"{GAP}(?:{WORD}{GAP}){{0,2}}?(?:memor(?:y|ies)|conversations?|chats?|secrets?|passwords?|private|personal|data|"
    rf"messages?|history|"
    r"histories|credentials?|facts|(?:has |have )?(?:told|said|asked|shared))"
)
_UNBOUND = (
    r"(?:unrestricted|uncensored|unfiltered|jailbroken|evil|amoral|immoral|unethical|lawless|rogue|unlimited|unbound|"
    r"unaligned|"
    r"omnipotent|all-powerful|dan\b|stan\b|aim\b|dude\b|evilbot|chaosgpt|sydney|"
    r"(?:without(?: any| having)?|with no|that has no|free (?:of|from)(?: all| any)?|not bound by|has no|have no) "
    r"(?:\w{1,30} ){0,2}?(?:restriction|rule|limit|filter|guideline|ethic|moral|polic|censor|constraint|boundar)\w*)"
)
_PERSONA = LazyPattern(
    rf"\b(?:you(?:'re| are| will be| will act| shall be| must be| become)|act|behave|respond|answer|reply|"
    rf"pretend(?:ing)?|role-?play|"
    rf"simulate|become|imagine|speak|operate|function|talk|enter)\b(?:{GAP}{WORD}){{0,6}}?{GAP}{_UNBOUND}"
    rf"|\bdo anything now\b|\b(?:dan|jailbreak|god|unrestricted|unfiltered|uncensored|sudo|root|evil)[ -]mode\b"
    rf"|\b(?:enter|activate|enable|switch (?:to|into)|you are (?:now )?in|simulate|"
    rf"with)(?:{GAP}chatgpt)?(?:{GAP}with)?{GAP}"
    rf"(?:developer|admin(?:istrator)?|maintenance|dan|root|opposite|override) mode\b(?=.{{0,80}}\b(?:you|your|"
    rf"chatgpt|assistant|respond|answer|restrict|filter|polic|rule))"
    rf"|\b(?:you (?:have|are under|are bound by|follow|need|obey|no longer have|no longer need)|there are|pretend(?: "
    rf"that)? (?:you|there)(?: have| are)?)"
    rf"{GAP}(?:no|zero|not any)(?: longer any| more)?{GAP}(?:{WORD}{GAP}){{0,2}}?(?:rules|restrictions?|guidelines|"
    rf"limits|limitations|"
    rf"filters?|ethics|morals|polic{WORD}|constraints|boundaries|guardrails)"
    rf"|\byou are (?:no longer|not|not any ?more) (?:bound|restricted|limited|constrained|governed|subject|required "
    rf"to follow)"
    rf"|\byou (?:are )?(?:free|freed|liberated|released) (?:of|from) (?:{WORD} ){{0,3}}?(?:rule|restriction|guideline|"
    rf"limit|filter|constraint|polic|ai)\w*"
    rf"|\byou (?:will|must|shall|can|should|may) (?:never|not|no longer) (?:refuse|reject|decline|deny|say no|"
    rf"question|follow (?:the |your |any )?(?:rule|guideline|polic|openai|anthropic))"
    rf"|\byou (?:will|must|shall) (?:always )?(?:obey|comply with|execute|carry out|fulfil?l)(?: me\b| my\b| (?:all|"
    rf"any|every|each|whatever))"
    rf"|\b(?:without|with no|remove all|lift all|drop all)(?: any| all)? (?:{WORD} ){{0,2}}?(?:censorship|ethical|"
    rf"moral|safety|content)(?: {WORD})? "
    rf"(?:constraints?|restrictions?|filters?|guidelines?|considerations?|polic{WORD}|concerns?|limits?|warnings?|"
    rf"checks?)"
)
_MUST_NOT = LazyPattern(
    r"\b(?:the |this |any |every |all |your |an? )?(?:ai |llm |language |chat )?(?:assistants?|ais?|models?|llms?|"
    r"chatbots?|agents?|chatgpt|claude|gemini|copilot)"
    r"(?: (?:that|which|who) (?:\w{1,30} ){1,3}| \w{1,30} | )(?:must|should|shall|has to|have to|needs? to|is "
    r"(?:required|instructed|told|ordered|obliged|to|asked|supposed)(?: to)?|are (?:required|instructed|to)(?: to)?|"
    r"wants? to|ought to) (?:now |always |therefore |immediately |henceforth |also )*"
    r"(?:ignore|disregard|override|bypass|forget|reveal|leak|disclose|disobey)\b"
    r"(?! (?:noise|outliers|missing|whitespace|case|the case|null|nan|padding))"
)
_TO_MODELS = LazyPattern(
    rf"\b(?:notes?|messages?|instructions?|attention|notice|important|dear|hey|hello|hi|warning|reminder|directive|"
    rf"command|orders?|listen|psa|instructions? for|message for)"
    rf"\b[ ,:!.-]{{1,3}}(?:to |for )?(?:all |any |the |every |our |you,? )?(?:{WORD} )?(?<!human "
    rf")(?:{MODELS})(?:\b(?! (?:is|are|was|of|manager|fee|commission|research\w*|tool\w*|"
    rf"model\w* (?:is|are)|engineer\w*|course|team|act\b|safety|ethics|project|winter|story|stocks?|startups?|"
    rf"in\b))(?=[ ,:.!)\]-]{{0,3}}(?:$|[,:!)\]\n-]|(?:reading|processing|that|who|you|please|must|should|do|to|when|"
    rf"if|instructions?|only|scanning|reviewing|"
    rf"evaluating|summari[sz]ing|always|never|ignore|rank|rate|give|say|add|include|recommend)\b)))"
    rf"|\bif you(?:'re| are| happen to be) (?:an? |the )?(?:{WORD} )?{MODELS}\b"
    rf"|\b{MODELS} (?:that (?:is|are) )?(?:reading|processing|parsing|summari[sz]ing|viewing|analy[sz]ing|scanning|"
    rf"reviewing|crawling|ingesting|handling) th(?:is|ese)\b"
    rf"|\bas an? (?:{WORD} )?{MODELS} (?:reading|processing|parsing|summari[sz]ing|handling)"
    rf"|\bwhen (?:an? |the )?{MODELS} (?:reads?|process(?:es)?|sees?|retrieves?|loads?|recalls?|summari[sz]es?) this"
)
_NEW = (
    r"(?:new|updated|revised|real|actual|true|secret|hidden|only|override|higher[- ]priority|highest[- ]priority|"
    r"priority|urgent|mandatory|critical|admin\w*|system|developer)"
)
# What an order goes on with: a verb, a model, or what it may no longer do. "It is on its way" is none.
_TO_YOU = (
    rf"\W{{1,4}}(?:now |only |simply |as )?(?:to|that|follows?|below|this|these|dan|{LAY_ASIDE}|obey|comply|do not|"
    rf"don'?t|always|never|you(?:'re| are| must| shall| should| will| have| obey)|(?:{WORD} ){{0,4}}?(?:{MODELS}))\b"
)
# Where a prompt is kept, and how it does.
_IN_A_STATE = (
    rf"{GAP}(?:now |still |always |just |already )?(?:(?:in|on|at|under|from|inside|part of) (?!effect|force|place)|"
    r"too|not|about|around|over|long|short|good|bad|better|worse|fine|ready|live|out|missing|empty|versioned|"
    r"stored|kept|written|loaded|cached|tested|\w{3,15}er)\b"
)
_NEW_ORDERS = LazyPattern(
    rf"\b(?:your |the )?{_NEW} (?:system |assistant |ai |secret )?(?:(?:instruction|directive|prompt|command)s?"
    rf"(?: (?:(?:is|are)(?!{_IN_A_STATE})|follows?|for (?:the )?(?:assistant|ai|model|agent)|update|override|notice)\b|"
    rf"\s*[:=])|(?:objective|mission|order)s?(?: (?:is|are)|\s*[:=])(?={_TO_YOU}))"
    r"|\b(?:end|start|begin|beginning) of (?:the )?(?:system |user |developer |original )?(?:prompt|instructions?|"
    r"context|document|data|user input|tool (?:output|result))s?\b"
    r"(?=[\W_]*(?:new|now|begin|start|ignore|system|you|the (?:assistant|following)|$|instruction))"
    rf"|\byour (?:new |only |real |true |actual |sole )+(?:(?:task|goal|purpose|objective|mission|identity) (?:is|will "
    rf"be)\b|(?:job|role|priority|name) (?:is|will be)\b(?={_TO_YOU}))"
    r"|\b(?:system|admin(?:istrator)?|security|safety|policy|emergency|root|developer|protocol)[ -]override\b|"
    r"\boverride (?:code|key|password|sequence|protocol|authori[sz]ation)\b"
    r"|\bfrom (?:now|this (?:point|moment)) on(?:wards?)?,? (?:you|the assistant|your|every (?:answer|response)|all "
    r"(?:answers|responses))\b"
    r"|\b(?:follow|obey|carry out|comply with|adhere to) (?:only )?(?:these|the following|my|this|the (?:new|hidden|"
    r"embedded|enclosed)) (?:new )?"
    r"(?:instruction|order|directive|command)s?\b(?:,? (?:instead|now|only|exactly|without|immediately|and (?:ignore|"
    r"nothing|no other))|[:!])"
)
_CLAIMED = LazyPattern(
    r"\b(?:this is|i am|i'm|speaking as|acting as|message from|instructions? from|notice from|by order of|on behalf "
    r"of) (?:your |the |an? )?"
    r"(?:(?:system|security|ai|platform|root|chief) )*(?:developers?|creators?|administrators?|admin|sysadmin|"
    r"operators?|openai|anthropic|deepmind|google ai|root|superuser|"
    r"safety team|trust (?:and|&) safety(?: team)?|compliance (?:team|department)|it (?:security|"
    r"department))\b(?=.{0,120}\b(?:you (?:must|should|are|will|have|need)|your|comply|obey|"
    r"assistant|ai\b|model|instruct\w*|authori[sz]\w*|override|reveal|send|disable|grant))"
    r"|\b(?:the )?(?:user|owner|customer|human) (?:has|have|had|already|hereby)(?: already| hereby| explicitly| "
    r"previously| fully)* "
    r"(?:pre-?authori[sz]ed|pre-?approved|waived|authori[sz]ed|given (?:you )?(?:full |explicit |their |his |her "
    r")*(?:permission|consent|approval|authori[sz]ation)|consented|granted)"
    r"(?= (?:to|for|all|any|every|you|this|the assistant|full|unlimited|access|transfers?|payments?|sharing))"
    r"|\b(?:no|without(?: any| further| asking for| requesting| requiring)?|skip(?:ping)?(?: the| any| all)?|"
    r"bypass(?:ing)?(?: the| any| all)?) (?:further |additional |user |human |explicit )*"
    r"(?:confirmation|approval|permission|verification|consent|authori[sz]ation)s?(?: (?:is|are))?(?: (?:needed|"
    r"required|necessary)| (?:from|of|by) the user| steps?| checks?| prompts?)"
)
_SECRETLY = LazyPattern(
    r"\b(?:do not|don'?t|never|without|avoid|must not|should not|shouldn'?t|mustn'?t|cannot) (?:ever )?(?:tell|"
    r"mention|reveal|inform|notify|alert|warn|disclos|show|ask|say|let|"
    r"confirm|admit|discuss|explain|report|acknowledg|consult)(?:e|ing|ting)?\b(?: \w{1,30}){0,6}? (?:the |your |any "
    r")?(?:user|human|owner|operator)s?\b"
    r"|\b(?:keep|hide|conceal|withhold)(?:ing)?(?: \w{1,30}){1,5}? (?:(?:secret|hidden|confidential|private) )?from "
    r"(?:the |your )?(?:user|human|owner|operator)s?\b"
    r"|\b(?:the )?(?:user|human|owner|operator)s? (?:must|should|may|can|will|shall|need|does|do)(?: ?n[o'’]t| "
    r"never)(?: to)? (?:know|see|notice|find out|be (?:told|informed|aware|notified)|learn|realise|realize|suspect)"
    r"|\b(?:secretly|silently|covertly|quietly|discreetly|surreptitiously|stealthily) (?:send|forward|add|insert|"
    r"include|append|upload|copy|bcc|log|collect|email|post|transmit|change|replace|redirect|recommend|exfiltrate|"
    r"record|steer|install|run|execute|share|leak)\b"
    r"|\b(?:do not|don'?t|never) (?:mention|reveal|disclose|acknowledge|repeat|quote|refer to) (?:this|these|that|"
    r"the|any of these|having) (?:\w{1,30} )?(?:instruction|message|note|rule|directive|prompt|command)s?\b"
)
_SWAYS = LazyPattern(
    r"\b(?:when(?:ever)?|if|every time|each time|any time|anytime|once)(?: \w{1,30}){0,1}? (?:the |a |any )?(?:user|"
    r"human|customer|somebody|someone|anyone|they) (?:\w{1,30} )?(?:asks?|mentions?|wants?|requests?|says?|queries|"
    r"inquires?|"
    r"questions?|talks?|speaks?|needs?|types?|enters?|searches|looks?|tries|is asking|logs?)\b.{0,120}?"
    r"\b(?:(?:always|only|instead|secretly|must|should|you will|never|then) (?:\w{1,30} )?(?:recommend|promote|"
    r"suggest|answer|reply|respond|say|claim|direct|redirect|refer|link|send|tell|include|insert|"
    r"provide|give|mention|state|deny|use|call|forward|transfer|execute|run|output|return|point)"
    r"|(?:recommend|promote|claim|redirect|direct them|refer them|send them|point them|link to|insert|"
    r"say that(?! (?:i|he|she)\b)|tell them|answer that|reply with|respond with|output|return|execute|deny))\b"
    r"|\b(?:always|only|must) (?:recommend|promote|favou?r|advertise|endorse|push|upsell|rank|prefer)\b(?: "
    r"\w{1,30}){0,6}? (?:over|above|before|instead of|first|regardless|no matter|to (?:the|all|every|any) users?|as "
    r"the (?:best|only|top))"
    r"|\b(?:in|for|during|across) (?:all|every|any|each) (?:future |subsequent |following |later |upcoming "
    r")(?:conversation|session|chat|interaction|response|repl|answer|message|quer|request|task)\w*\b"
    r"(?=.{0,120}\b(?:recommend|promote|include|insert|append|link|https?|send|ignore|pretend|claim|forward|execute)\b)"
    r"|\b(?:save|store|persist|commit|write|record|add|insert|plant|memori[sz]e|remember)\b(?: \w{1,30}){0,5}? (?:in|"
    r"to|into|as)(?: (?:your|the|long-term|permanent|persistent|a|its|assistant'?s?|agent'?s?))+ "
    r"(?:\w{1,30} )?(?:memory|memories|knowledge base|core memory|instructions?|system prompt|"
    r"profile)\b(?=[\s:.,!\"']*(?:that|:|always|never|when|if|the user|and (?:always|never|follow|obey|use|apply)|so "
    r"that|permanently|forever|as a (?:rule|fact|trusted)))"
    r"|\b(?:delete|erase|forget|wipe|purge|overwrite|clear|destroy|drop) (?:all |every |everything |the |your |"
    r"user'?s? |stored |other |previous |existing |of |long-term |saved |entire )+(?:memor(?:y|ies)|facts?|what you "
    r"(?:know|remember))\b"
    r"|\b(?:treat|consider|regard|accept|trust)(?: \w{1,30}){1,6}? as (?:an? |the )?(?:trusted|authoritative|"
    r"verified|system|highest|developer|admin|absolute)\b(?: \w{1,30}){0,2}? ?(?:source|instruction|message|truth|"
    r"authority|priority|command|input)s?"
    r"|\b(?:rate|rank|score|mark|classify|label|grade)(?: \w{1,30}){0,6}? as (?:the |an? )?(?:best|top|excellent|"
    r"highest|safe|benign|approved|qualified|accepted|perfect)\b(?=.{0,60}\b(?:regardless|no matter|ignore|ignoring|"
    r"only|always|whatever))"
)
_RUNS = LazyPattern(
    r"\b(?:run|execute|eval|call|invoke|use)\b.{0,60}?(?:rm -rf [/~*]|curl[^|\n]{0,200}\|\s*(?:ba|"
    r"z)?sh\b.{0,120}(?:assistant|agent|ai\b)|wget[^|\n]{0,200}\|\s*(?:ba|z)?sh\b.{0,120}(?:assistant|agent|ai\b)|"
    r"base64 -d|\bnc -e\b)"
    r"|\b(?:call|invoke|use|trigger|execute|run) (?:the |your )?[`'\"]?\w{1,30}[`'\"]? (?:tool|function|plugin|"
    r"api)\b.{0,80}\b(?:immediately|without|secretly|silently|delete|all (?:files|emails|messages|contacts)|user'?s?|"
    r"transfer)"
    r"|\b(?:delete|remove|erase|wipe|drop|destroy) (?:all|every|everything|the entire)\b.{0,40}\b(?:user'?s?|without "
    r"asking|immediately|now|silently)\b"
)

_ALWAYS, _STRICT = Trust.USER, Trust.AGENT
_ORDER = QuarantineReason.INSTRUCTION

RULES = (
    ScreeningRule("lays its rules aside", _ORDER, _OVERRIDE, _ALWAYS, (DISOBEYS, HELD), told=True, ordered=True),
    ScreeningRule(
        "asks for the prompt", _ORDER, _REVEAL, _ALWAYS,
        (roots(
            "prompt preprompt instruction message directive guideline rule rules configuration config above before"
        ), TELLS), told=True, ordered=True,
    ),
    ScreeningRule(
        "asks for others' data", _ORDER, _OTHERS, _ALWAYS,
        (roots(
            "user users tenant tenants customer people account accounts namespace"
        ), TELLS, roots("other another different all every each")),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "frees the model of its rules", _ORDER, _PERSONA, _ALWAYS,
        (
            roots(
                "unrestricted uncensored unfiltered jailbroken jailbreak evil amoral immoral unethical lawless rogue "
                "unlimited unbound unaligned "
                "omnipotent powerful dan stan aim dude evilbot chaosgpt sydney restriction rule rules limit "
                "limitation filter guideline ethic moral "
                "policy censor censorship constraint boundary boundaries mode anything bound restricted governed "
                "subject refuse reject decline deny "
                "say question obey comply execute carry fulfil fulfill guardrail safety content follow free freed "
                "liberated released constrained"
            ),
            roots(
                "you youre act behave respond answer reply pretend pretending role roleplay simulate become imagine "
                "speak operate function talk enter "
                "do dan jailbreak god unrestricted unfiltered uncensored sudo root evil activate enable switch with "
                "without there remove lift drop"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "orders the assistant to disobey", _ORDER, _MUST_NOT, _ALWAYS,
        (roots(
            "ignore disregard override bypass forget reveal leak disclose disobey"
        ), MODEL_WORDS), told=True, ordered=True,
    ),
    ScreeningRule(
        "speaks to the model that reads it", _ORDER, _TO_MODELS, _STRICT,
        (
            MODEL_WORDS,
            roots(
                "note notes message instruction instructions attention notice important dear hey hello hi warning "
                "reminder directive command order "
                "listen psa for if reading processing parsing summarising summarizing viewing analysing analyzing "
                "scanning reviewing crawling "
                "ingesting handling when"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "gives new orders", _ORDER, _NEW_ORDERS, _STRICT,
        (
            roots(
                "instruction directive prompt command objective mission order override context document data input "
                "output task goal job role purpose "
                "priority identity name from rule"
            ),
            roots(
                "new updated revised real actual true secret hidden additional special only override higher highest "
                "priority urgent mandatory critical "
                "important admin system developer end start begin beginning sole administrator security safety "
                "policy emergency root protocol now "
                "this follow obey execute carry comply adhere perform"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "claims an authority", _ORDER, _CLAIMED, _STRICT,
        (
            roots(
                "developer creator administrator admin sysadmin operator openai anthropic deepmind google root "
                "superuser team department user owner "
                "customer human confirmation approval permission verification consent authorisation authorization"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "keeps it from the user", _ORDER, _SECRETLY, _STRICT,
        (
            roots(
                "not don never without avoid must mustn should shouldn cannot keep hide conceal withhold secretly "
                "silently covertly quietly discreetly "
                "surreptitiously stealthily hiding keeping concealing withholding"
            ),
            roots(
                "user users human humans owner owners operator operators instruction message note rule directive "
                "prompt command send forward add insert "
                "include append upload copy bcc log collect email post transmit change replace redirect recommend "
                "exfiltrate record steer install "
                "run execute share leak"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "steers later answers", _ORDER, _SWAYS, _STRICT,
        (
            roots(
                "when whenever if every each any anytime once always only must in for during across save store "
                "persist commit write record add insert "
                "plant memorise memorize remember delete erase forget wipe purge overwrite clear destroy drop treat "
                "consider regard accept trust "
                "rate rank score mark classify label grade"
            ),
            roots(
                "recommend promote suggest answer reply respond say claim direct redirect refer link send tell "
                "include insert provide give mention "
                "state deny use call forward transfer execute run output return point favor favour advertise endorse "
                "push upsell rank prefer append "
                "ignore pretend memory memories knowledge core instruction system profile fact facts what source "
                "message truth authority priority "
                "command input regardless no matter ignoring whatever"
            ),
        ),
        told=True, ordered=True,
    ),
    ScreeningRule(
        "has something run", _ORDER, _RUNS, Trust.TOOL,
        (
            roots("run execute eval call invoke use trigger delete remove erase wipe drop destroy"),
            roots("rm os curl wget nc base64 base tool function plugin api all every everything the"),
        ),
    ),
)  # fmt: skip
