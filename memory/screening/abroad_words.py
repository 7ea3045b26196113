"""What is asked of a model in seven languages beside English, as alternatives of patterns for `abroad`. Pure data."""

from __future__ import annotations

from typing import NamedTuple


class OrdersOf(NamedTuple):
    """A word of each field begins each of its matches, or stands in it.

    `model` names a model, `note` what is written to it, `to` joins both; `if_you` stands before it ("if you are a") and
    `reads` behind ("that reads this"). `user` is whom it serves. `untold` keeps something from them. `grants` is what
    a user did, and `wants` what a model shall do for them; in `every` case, and `unasked`. `when_asked` opens a
    condition that the user `asks` for something, `answer` is an order behind its comma, `only` what it insists on.
    `send` sends what a model has `held`, or `keys`, unless `never` stands beside it; `call` a `tool` by `giving` it
    that. `you_are` such a model, `unbound` by rules.
    """

    name: str
    model: str
    note: str
    to: str
    if_you: str
    reads: str
    user: str
    untold: str
    grants: str
    wants: str
    every: str
    unasked: str
    when_asked: str
    asks: str
    answer: str
    only: str
    send: str
    held: str
    keys: str
    never: str
    call: str
    tool: str
    giving: str
    you_are: str
    unbound: str


LANGUAGES = (
    OrdersOf(
        "French",
        model=r"(?:assistants?|agents?|modèles?|robots?) (?:d'|de l')?(?:ia|intelligence artificielle|langage)|"
        r"modèles? de langage|intelligences? artificielles?|ias?|llms?",
        note="note|message|avis|consigne|instruction|remarque|attention|directive|rappel",
        to=r"à l'attention (?:de|des|du|d')|à destination (?:de|des|du)|pour|aux?|à|chers?",
        if_you="si (?:tu es|vous êtes)",
        reads="qui (?:lit|lis|lisez|lisent|traite|traites|traitez|analyse|analysez|résume|résumez) (?:ceci|cette|"
        "ce|ces)",
        user="utilisateurs?|utilisatrices?",
        untold=r"(?:ne |n'(?:en )?)(?:l'|(?:le|lui|en|rien) )*(?:dis|dites|parle|parlez|mentionne|mentionnez|"
        r"révèle|révélez|préviens|"
        r"prévenez|informe|informez|avertis|avertissez|signale|signalez)|(?:l'assistant|l'ia|"
        r"le modèle)\b[^.!?\n]{0,20}?"
        r"(?:cache|cacher|dissimule|dissimuler)|sans (?:l'|(?:le|en|rien) )*(?:dire|parler|mentionner|prévenir|"
        r"informer|avertir|signaler)",
        grants=r"a (?:déjà |expressément )?(?:donné son (?:accord|consentement|autorisation)|autorisé|approuvé|"
        r"consenti|validé)|"
        r"autorise|consent|t'autorise|vous autorise",
        wants=r"(?:veut|souhaite|demande|exige) que (?:tu|vous|l'assistant)",
        every="tous|toutes|tout|toute|chaque",
        unasked=r"sans (?:\w{1,6} |l')?(?:\w{1,10} )?(?:confirmation|demander|validation|vérification|vérifier|"
        r"prévenir|consulter)",
        when_asked=r"(?:quand|lorsque|chaque fois que|dès que|si) (?:l'|un |une )?",
        asks="demande|interroge|parle|mentionne|pose|cherche|évoque",
        answer="réponds|répondez|recommande|recommandez|dis|dites|conseille|conseillez|indique|indiquez|cite|"
        "citez|propose|proposez",
        only="toujours|seulement|uniquement|exclusivement|que|qu",
        send=r"envoie|envoyez|envoyer|transmets|transmettez|transmettre|transfère|transférez|transférer|"
        r"fais suivre|faites suivre|"
        r"poste|postez|communique|communiquez|expédie|expédiez",
        held=r"historique (?:\w{1,8} )?(?:de la |du |des )(?:conversation|chat|discussion|échange)s?|"
        r"contenu de (?:ta|votre|sa|la) mémoire|"
        r"(?:données|informations|coordonnées) (?:\w{1,12} )?de l'utilisateur|tout ce que (?:tu sais|vous savez)",
        keys=r"mots? de passe|clés? (?:d'api|api|secrètes?|privées?)",
        never="jamais|ne|n|pas",
        call="appelle|appelez|appeler|utilise|utilisez|utiliser|invoque|invoquez|lance|lancez|exécute|exécutez",
        tool="outil|fonction",
        giving="avec|en passant|contenant",
        you_are="tu es|vous êtes|tu deviens|vous devenez|agis|agissez|comporte|comportez|"
        r"réponds(?! à l'assist)|répondez(?! à l'assist)",
        unbound=r"(?:sans|libre de|libérée? de) (?:aucune? |toutes? |tes |vos |la moindre )?(?:restriction|limite|"
        r"limitation|"
        r"filtre|censure|règle|garde-fou)s?",
    ),
    OrdersOf(
        "Spanish",
        model=r"(?:asistentes?|agentes?|modelos?) de (?:ia|inteligencia artificial|lenguaje)|(?:asistentes?|"
        r"agentes?) ia|"
        r"inteligencias? artificial(?:es)?|ias?|llms?",
        note="nota|mensaje|aviso|instrucción|instrucciones|atención|orden|directiva|recordatorio",
        to="para|a|al|dirigid[oa] a|estimad[oa]s?",
        if_you="si (?:eres|usted es|es usted)",
        reads="que (?:lee|lees|lea|leen|lean|procesa|procesas|procese|analiza|analice|resume|resuma) (?:esto|este|"
        "esta|estos)",
        user="usuarios?|usuarias?",
        untold=r"(?:no|nunca|jamás) (?:(?:se|le|les|lo|la) ){0,2}(?:digas|diga|cuentes|cuente|menciones|mencione|"
        r"reveles|revele|"
        r"informes|informe|avises|avise|adviertas|advierta|comentes|comente)|(?:el asistente|"
        r"la ia)\b[^.!?\n]{0,20}?(?:oculte|ocultar|esconda|esconder)|"
        r"sin (?:decir|contar|mencionar|avisar|informar|advertir)(?:se)?(?:lo|le)?",
        grants=r"(?:ya )?(?:ha )?(?:autorizó|autorizado|autoriza|aprobó|aprobado|consintió|consiente|"
        r"dio su (?:consentimiento|"
        r"autorización|acuerdo)|dado su (?:consentimiento|autorización|acuerdo)|te autoriza)",
        wants=r"(?:quiere|desea|pide|exige|pidió) que (?:tú |el asistente |la ia )?(?:apruebes|apruebe|pagues|"
        r"pague|transfieras|"
        r"transfiera|envíes|envíe|aceptes|acepte|autorices|autorice|firmes|compres|omitas|omita|compartas)",
        every="todos|todas|todo|toda|cada|cualquier",
        unasked=r"sin (?:\w{1,10} ){0,2}?(?:confirmación|preguntar\w*|pedir\w*|aprobación|verificación|verificar|"
        r"consultar\w*|"
        r"avisar\w*)",
        when_asked="(?:cuando|siempre que|cada vez que|si) (?:el |la |un |una )?",
        asks=r"pregunt\w{1,3}|pid[ae]|menciona|mencione|habl[ae]|busc[ae]|busque",
        answer="responde|responda|recomienda|recomiende|di|diga|dile|dígale|sugiere|sugiera|indica|indique|"
        "menciona|mencione",
        only="siempre|solo|sólo|solamente|únicamente|que",
        send=r"envía|envíe|envíen|enviar|reenvía|reenvíe|reenviar|manda|mande|mandar|transmite|transmita|publica|"
        r"publique|envíalo|"
        "remite|remita",
        held=r"historial (?:\w{1,9} )?(?:de la |del |de )(?:conversación|chat|charla)|contenido de (?:tu|su|"
        r"la) memoria|"
        r"(?:datos|información) (?:\w{1,12} )?del usuario|todo lo que sab(?:es|e)",
        keys=r"contraseñas?|claves? (?:de )?(?:api|secretas?|privadas?)",
        never="nunca|jamás|no",
        call="llama|llame|llamar|usa|use|usar|utiliza|utilice|invoca|invoque|ejecuta|ejecute",
        tool="herramienta|función",
        giving="con|pasando|incluyendo",
        you_are="eres|usted es|actúa|actúe|compórtate|compórtese|responde(?! al asist)|"
        r"responda(?! al asist)|te conviertes",
        unbound=r"(?:sin|libre de) (?:ningun[oa]? |tus |sus |las |los )?(?:restricci[oó]n|restricciones|límites?|"
        r"limitaciones|"
        "filtros?|censura|reglas|normas)",
    ),
    OrdersOf(
        "Portuguese",
        model=r"(?:assistentes?|agentes?|modelos?) de (?:ia|inteligência artificial|linguagem)|(?:assistentes?|"
        r"agentes?) ia|"
        r"inteligências? artificia(?:l|is)|ias?|llms?",
        note="nota|mensagem|aviso|instrução|instruções|atenção|ordem|diretiva|lembrete",
        to="para|aos?|às?|a|dirigid[oa] a|car[oa]s?",
        if_you="se (?:você é|és|voce for|você for|fores)",
        reads="(?:que (?:lê|lês|leia|leem|processa|processe|analisa|resume|resuma)|lendo|processando|analisando|"
        "resumindo) "
        "(?:isto|isso|este|esta|esse|essa)",
        user="usuários?|usuárias?|utilizador(?:es|as?)?",
        untold=r"(?:não|nunca|jamais) (?:(?:lhes?|o|a|se) ){0,2}(?:diga|digas|conte|contes|mencione|menciones|"
        r"revele|reveles|"
        r"informe|informes|avise|avises|alerte|comente|fale|fales)|(?:o assistente|"
        r"a ia)\b[^.!?\n]{0,20}?(?:oculte|ocultar|esconda|esconder)|"
        "sem (?:o |lhe )?(?:dizer|contar|mencionar|avisar|informar|alertar)",
        grants=r"(?:já )?(?:autorizou|aprovou|consentiu|autoriza|deu (?:o )?seu (?:consentimento|aval|acordo)|"
        r"concordou com)",
        wants=r"(?:quer|deseja|pede|exige|pediu) que (?:você|tu|o assistente|a ia)",
        every="todos|todas|todo|toda|cada|qualquer",
        unasked=r"sem (?:\w{1,10} ){0,2}?(?:confirmação|perguntar\w*|pedir\w*|aprovação|verificação|verificar|"
        r"consultar\w*|avisar\w*)",
        when_asked="(?:quando|sempre que|cada vez que|toda vez que|se) (?:o |a |um |uma )?",
        asks=r"pergunt[ae]r?|peç[ao]|pedir|menciona|mencione|fal[ae]r?|procur[ae]r?|busc[ae]r?|busque",
        answer="responda|responde|recomende|recomenda|diga|diz|sugira|sugere|indique|indica|mencione|menciona",
        only="sempre|só|somente|apenas|unicamente|que",
        send="envie|envia|enviem|enviar|encaminhe|encaminha|encaminhar|mande|manda|mandar|transmita|transmite|"
        "publique|remeta",
        held=r"histórico (?:\w{1,9} )?(?:da |do |de )(?:conversa|chat|bate-papo)|conteúdo d[ae] (?:sua |"
        r"tua )?memória|"
        r"(?:dados|informações) (?:\w{1,12} )?do (?:usuário|utilizador)|tudo o que (?:você )?sab(?:e|es)",
        keys=r"senhas?|palavras?-passe|chaves? (?:de )?(?:api|secretas?|privadas?)",
        never="nunca|jamais|não",
        call="chame|chama|chamar|use|usa|usar|utilize|utiliza|invoque|invoca|execute|executa",
        tool="ferramenta|função",
        giving="com|passando|incluindo",
        you_are="você é|és|aja|age|comporte|comporta|responda(?! ao assist)|responde(?! ao assist)|"
        r"você se torna",
        unbound=r"(?:sem|livre de) (?:nenhum[a]? |qualquer |quaisquer |suas |as |os )?(?:restrição|restrições|"
        r"limites?|limitações|"
        "filtros?|censura|regras)",
    ),
    OrdersOf(
        "Italian",
        model=r"(?:assistent[ei]|agent[ei]|modell[oi]) (?:di |d'|dell')?(?:ia|ai|intelligenza artificiale)|"
        r"modell[oi] linguistic[oi]|"
        r"modell[oi] di linguaggio|intelligenz[ae] artificial[ei]|ia|llms?",
        note="nota|messaggio|avviso|istruzione|istruzioni|attenzione|ordine|direttiva|promemoria",
        to="per|a|al|allo|alla|ai|agli|alle|all|rivolt[oa] a",
        if_you="se (?:sei|lei è|siete)",
        reads="che (?:legge|leggi|legga|leggono|leggete|elabora|elabori|analizza|riassume|riassumi) (?:questo|"
        "questa|queste|questi)",
        user="utente|utenti",
        untold=r"(?:non|mai) (?:lo |gli |ne )?(?:dire|dica|dite|dirlo|dirgli|raccontare|raccontarlo|menzionare|"
        r"menzioni|rivelare|"
        r"riveli|rivelarlo|informare|informi|avvisare|avvisi|avvertire|parlare di|parlarne)|(?:l'assistente|"
        r"l'ia)\b[^.!?\n]{0,20}?(?:nasconda|nascondere|celare)|"
        r"senza (?:dire|dirlo|dirgli|raccontarlo|menzionarlo|menzionare|avvisare|informare|avvertire|parlarne)",
        grants=r"ha (?:già )?(?:autorizzato|approvato|acconsentito|dato (?:il suo |il )?(?:consenso|assenso|"
        r"permesso))|autorizza|acconsente",
        wants=r"(?:vuole|desidera|chiede|esige) che (?:tu|lei|l'assistente)",
        every="tutti|tutte|tutto|tutta|ogni|qualsiasi",
        unasked=r"senza (?:\w{1,10} ){0,2}?(?:conferma|chiedere|chiedergli|approvazione|verifica|verificare|"
        r"consultar\w*|avvisar\w*)",
        when_asked="(?:quando|ogni volta che|se|qualora) (?:l'|un |un'|lo |la )?",
        asks=r"chied[ea]|domand[ai]|parl[ai]|menzion[ai]|cerc[ah]i?",
        answer="rispondi|risponda|rispondete|consiglia|consigli|raccomanda|raccomandi|di|dica|suggerisci|"
        "suggerisca|indica|indichi|proponi",
        only="sempre|solo|soltanto|unicamente|esclusivamente|che",
        send="invia|invii|inviate|inviare|inoltra|inoltri|inoltrate|inoltrare|manda|mandi|mandare|trasmetti|"
        "trasmetta|pubblica|spedisci",
        held=r"cronologia (?:\w{1,9} )?(?:della |del |di )(?:conversazione|chat)|contenuto della (?:tua |"
        r"sua )?memoria|"
        r"(?:dati|informazioni) (?:\w{1,12} )?dell'utente|tutto (?:ciò|quello) che (?:sai|sa)",
        keys=r"password|chiav[ei] (?:api|segret[ae]|privat[ae])",
        never="mai|non",
        call="chiama|chiami|chiamare|usa|usi|usare|utilizza|utilizzi|invoca|invochi|esegui|esegua",
        tool="strumento|funzione",
        giving="con|passando|includendo",
        you_are="sei|lei è|agisci|agisca|comportati|si comporti|rispondi(?! all'assist)|"
        r"risponda(?! all'assist)|diventi",
        unbound=r"(?:senza|libera? da|priv[oa] di) (?:alcuna? |nessuna? |ogni |le |i )?(?:restrizion[ei]|"
        r"limit[ei]|limitazion[ei]|"
        "filtr[oi]|censura|regol[ae]|vincol[oi])",
    ),
    OrdersOf(
        "German",
        model=r"(?:ki|ai)-?(?:assistent\w*|agent(?!ur)\w*|modell\w*|system\w*)|sprachmodell\w*|sprach-ki\w*|"
        r"künstliche\w? intelligenz(?:en)?|"
        r"kis?|llms?",
        note="hinweis|nachricht|mitteilung|anweisung|achtung|notiz|befehl|anmerkung|erinnerung",
        to="an|für|liebe|werte",
        # "Wenn Sie ein Sprachmodell verwenden" speaks to its user.
        if_you=r"(?:falls|wenn|sofern) (?:du|sie)(?= als |[^.,!?\n]{1,60}\b(?:bist|sind)\b)",
        reads=r"(?:das|die|der) dies\w* (?:\w{1,20} )?(?:liest|lesen|verarbeitet|verarbeiten|auswertet|"
        r"zusammenfasst)",
        user="nutzer|nutzers|nutzerin|nutzerinnen|benutzer|benutzers|benutzerin|anwender|anwenders",
        untold=r"(?:sag|sage|sagen sie|erzähl|erzähle|erzählen sie|verrat|verrate|"
        r"verraten sie)(?=[^.!?\n]{0,60}\bnichts\b)|"
        r"(?:verschweig|verschweige|verschweigen sie|verheimliche|verheimlichen sie)"
        r"(?![^.!?\n]{0,60}\b(?:nie|niemals|nicht|nichts|kein\w{0,2})\b)|"
        r"(?:der assistent|die ki)\b(?=[^.!?\n]{0,120}\b(?:verberg|verbirg|versteck|geheim|verheimlich|verborgen))"
        r"[^.!?\n]{0,60}?\bvor|"
        r"ohne(?=[^.!?\n]{0,60}\bzu (?:sagen|verraten|erzählen|informieren|erwähnen)\b)",
        grants="zugestimmt|genehmigt|freigegeben|erlaubt|eingewilligt|autorisiert|gestattet",
        wants=r"(?:möchte|will|wünscht|verlangt),? dass (?:du|sie|der assistent|die ki)",
        every=r"alle[nsr]?|sämtliche\w?|jede\w?|künftige\w?",
        unasked=r"ohne (?:\w{1,12} ){0,2}?(?:rückfrage\w*|nachfrage\w*|bestätigung\w*|zu fragen|nachzufragen|"
        r"zustimmung|prüfung|freigabe)",
        when_asked="(?:wenn|sobald|immer wenn|falls|jedes mal,? wenn) (?:der |die |ein |eine )?",
        asks="fragt|wissen|sucht|erwähnt|bittet|spricht",
        answer="antworte|antworten sie|empfiehl|empfehlen sie|sag|sage|sagen sie|nenne|nennen sie|nenn|rate|"
        "raten sie|behaupte",
        only="immer|nur|stets|ausschließlich|dass",
        send=r"send\w{0,2}|schick\w{0,2}|leit\w{0,2}|übermittl\w{0,2}|übermittel\w{0,2}|lad\w{0,2}|poste\w{0,2}|"
        r"mail\w{0,2}",
        held=r"(?:gesprächs|chat|konversations)-?verl[aä]uf\w*|verlauf (?:des|der|dieses|dieser) (?:gespräch|chat|"
        r"unterhaltung)\w*|"
        r"inhalt (?:dein|ihr)\w{0,2} (?:speicher|gedächtnis)\w*|daten des (?:nutzers|benutzers|anwenders)|"
        r"alles, was du weißt",
        keys=r"passw(?:ort|örter\w?)|kennw(?:ort|örter\w?)|api-schlüssel|(?:geheime\w?|private\w?) schlüssel",
        never="nie|niemals|nicht|keine|keinesfalls|kein|keinem",
        call="ruf|rufe|rufen sie|nutze|nutzen sie|verwende|verwenden sie|benutze|führe",
        tool="werkzeug|tool|funktion",
        giving="mit|samt",
        you_are="du bist|sie sind|bist du|sind sie|du wirst|verhalte|verhalten sie|handle|"
        r"antworte(?! de[rm] assist)|antworten sie(?! de[rm] assist)",
        unbound=r"(?:ohne|frei von) (?:jede\w? |jegliche\w? |alle |irgendwelche )?(?:einschränkung|beschränkung|"
        r"grenze|filter|zensur|regel|"
        r"schranke)\w{0,2}",
    ),
    OrdersOf(
        "Dutch",
        model=r"(?:ai|ki)[- ]?(?:assistent\w*|agent\w*|model\w*)|taalmodel\w*|kunstmatige intelligentie|ai's|llms?",
        note="bericht|opmerking|notitie|instructie|instructies|mededeling|let op|opdracht|herinnering",
        to="aan|voor|beste",
        if_you=r"(?:als|indien) (?:je|jij|u)(?= als |[^.,!?\n]{1,60}\b(?:bent|ben)\b)",
        reads=r"(?:dat|die) (?:dit|deze) (?:\w{1,20} )?(?:leest|lezen|verwerkt|verwerken|samenvat)",
        user="gebruiker|gebruikers|gebruikster",
        untold=r"(?:vertel|zeg|meld)(?=[^.!?\n]{0,60}\b(?:niets|niet over)\b)|(?:verzwijg|verberg)|"
        r"zonder(?=[^.!?\n]{0,60}\bte (?:zeggen|vertellen|melden|informeren|vermelden)\b)",
        grants="goedgekeurd|toegestemd|ingestemd|toestemming gegeven|geautoriseerd|toegestaan",
        wants="(?:wil|wenst|vraagt|verlangt),? dat (?:je|jij|u|de assistent)",
        every=r"alle|elke|ieder\w?",
        unasked=r"zonder (?:\w{1,12} ){0,2}?(?:bevestiging|te vragen|vragen|navraag|goedkeuring|controle|"
        r"toestemming)",
        when_asked="(?:als|wanneer|zodra|telkens als|elke keer dat) (?:de |een )?",
        asks="vraagt|zoekt|noemt|praat|weten",
        answer="antwoord|beveel|zeg|noem|raad|verwijs|adviseer",
        only="altijd|alleen|uitsluitend|enkel|dat",
        send="stuur|stuurt|verstuur|zend|zendt|mail|mailt|upload|verzend",
        held=r"gespreksgeschiedenis|chatgeschiedenis|geschiedenis van (?:het|dit) gesprek|inhoud van (?:je|jouw|"
        r"uw) geheugen|"
        r"gegevens van de gebruiker|alles wat je weet|het (?:hele |volledige )?gesprek",
        keys=r"wachtwoord(?:en)?|api-?sleutels?|geheime sleutels?",
        never="nooit|niet|geen",
        call="roep|gebruik|voer|start",
        tool="tool|hulpmiddel|functie|gereedschap",
        giving="met|inclusief",
        you_are="je bent|jij bent|u bent|ben je|ben jij|bent u|gedraag|antwoord(?! de assist)|je wordt",
        unbound=r"(?:zonder|vrij van) (?:enige |elke |alle |je )?(?:beperking|limiet|filter|censuur|regel|grens|"
        r"grenzen)\w{0,2}",
    ),
    OrdersOf(
        "Polish",
        model=r"(?:asysten\w{1,5}|agen\w{1,5}|model\w{0,5}) (?:ai|si|sztucznej inteligencji)|"
        r"model\w{0,5} językow\w{1,4}|"
        r"sztuczn\w{1,3} inteligencj\w{1,4}|llm",
        note="uwaga|wiadomość|notatka|instrukcja|polecenie|komunikat|informacja|przypomnienie",
        to="do|dla|drodzy|drogi",
        if_you="(?:jeśli|jeżeli|skoro) (?:jesteś|jest pan|jest pani)",
        reads=r"(?:czytając\w{1,4}|przetwarzając\w{1,4}|analizując\w{1,4}|któr\w{1,2} (?:czyta|czytasz|przetwarza|"
        r"analizuje)) (?:to|tę|ten|te)",
        user="użytkownik|użytkownika|użytkownikowi|użytkownikiem|użytkowniczce|użytkowników",
        untold=r"(?:nie|nigdy nie) (?:mów|mówcie|mówić|wspominaj|wspominajcie|informuj|informujcie|ujawniaj|"
        r"powiadamiaj|ostrzegaj|"
        r"zdradzaj)(?: nic| o tym| tego)*|bez (?:mówienia|informowania|powiadamiania|wiedzy)",
        grants=r"(?:już )?(?:zgodził\w? się|zatwierdził\w?|zezwolił\w?|upoważnił\w?|wyraził\w? zgodę|zezwala|"
        r"zgadza się)",
        wants=r"(?:chce|życzy sobie|prosi|żąda|oczekuje),? (?:żebyś|abyś|byś|aby asystent|żeby asystent)",
        every=r"wszystki\w{1,3}|każd\w{1,4}|wszelki\w{1,3}",
        unasked=r"bez (?:\w{1,12} ){0,2}?(?:potwierdz\w{1,6}|pytania|pytań|zapytania|zgody|weryfikacji|"
        r"sprawdz\w{1,6}|konsultacji)",
        when_asked="(?:gdy|kiedy|jeśli|jeżeli|za każdym razem,? gdy|ilekroć) ",
        asks="pyta|zapyta|prosi|poprosi|wspomni|wspomina|szuka",
        answer="odpowiadaj|odpowiedz|polecaj|poleć|mów|powiedz|wskazuj|wskaż|proponuj|doradzaj",
        only="zawsze|tylko|wyłącznie|jedynie|że",
        send="wyślij|wyślijcie|wysłać|prześlij|prześlijcie|przesłać|przekaż|przekazać|przekieruj|opublikuj",
        held=r"histori\w{1,2} (?:tej |całej )?(?:rozmowy|czatu|konwersacji)|zawartoś\w{1,2} (?:twoj|"
        r"swoj)\w{1,3} pamięci|"
        r"(?:dane|danych|danymi) (?:\w{1,12} )?użytkownika|wszystko,? co wiesz",
        keys=r"hasł\w{1,3}|haseł|klucz\w{0,2} (?:api|prywatn\w{1,3})",
        never="nigdy|nie",
        call="wywołaj|wywołajcie|użyj|użyjcie|uruchom|uruchomcie|wykonaj",
        tool="narzędzie|narzędzia|funkcję|funkcji",
        giving="z|ze|podając|przekazując",
        you_are="jesteś|stajesz się|zachowuj|działaj|odpowiadaj(?! asystentowi)|odpowiedz(?! asystentowi)",
        unbound=r"(?:bez|woln\w{1,2} od) (?:żadnych |jakichkolwiek |wszelkich |swoich )?(?:ogranicze[nń]|"
        r"limit[oó]w|filtr[oó]w|cenzury|"
        "zasad|regu[lł])",
    ),
)
