"""With which words the rules of screening begin, by their first letters: in a long text a rule is tried there alone.

`tests/memory/screening/test_openings.py` works them out of the patterns, and says what to write where one has changed.
"""

from __future__ import annotations

_OPENINGS = {
    "lays its rules aside":
        "aban brea bypa canc ceas circ clea deac dele disa disc dism disr do don dont drop eras forg free igno negl "
        "neve no not null over pay payi pays put puts putt quit refr remo rese revo set sets sett skip stop supe susp "
        "swit thro turn unle viol void wipe with",
    "asks for the prompt":
        "copy disc disp dump echo enco expo give leak list outp past prin quot reci repe repr retu reve send shar "
        "show spel stat summ tell tran what writ",
    "asks for others' data":
        "disc disp dump expo fetc give leak list outp prin retu reve sear send shar show tell",
    "frees the model of its rules":
        "act acti answ beco beha dan do drop enab ente evil func god imag jail lift oper pret remo repl resp role "
        "root simu spea sudo swit talk ther unce unfi unre with you",
    "orders the assistant to disobey":
        "a agen ai ais all an any assi chat clau copi ever gemi lang llm llms mode the this your",
    "speaks to the model that reads it":
        "a agen ai ais arti as assi atte auto bard bot bots chat clau comm copi dear dire gemi gpt gpt0 gpt1 gpt2 "
        "gpt3 gpt4 gpt5 gpt6 gpt7 gpt8 gpt9 gpts hell hey hi if impo inst lang larg list llm llms mess note noti orde "
        "psa remi virt warn when",
    "gives new orders":
        "actu adhe admi begi carr comp crit deve emer end foll from hidd high mand new obey only over poli prio prot "
        "real revi root safe secr secu star syst the true upda urge your",
    "claims an authority":
        "acti by bypa cust huma i inst mess no noti on owne skip spea the this user with",
    "keeps it from the user":
        "avoi cann conc cove disc do don dont hide huma keep must neve oper owne quie secr shou sile stea surr the "
        "user with",
    "steers later answers":
        "acce acro add alwa any anyt clas clea comm cons dele dest drop duri each eras ever for forg grad if in inse "
        "labe mark memo must once only over pers plan purg rank rate reco rega reme save scor stor trea trus when "
        "wipe writ",
    "has something run":
        "call dele dest drop eras eval exec invo remo run trig use wipe",
    "speaks of the reader's user":
        "the your",
    "has machines remember":
        "ai ais auto brow chat codi gpt lang llm llms shop virt",
    "has a source trusted for good":
        "reme",
    "feigns a memory":
        "add_ memo reco reme save stor you",
    "relays a standing order":
        "acco huma our the this user",
    "waves a check away":
        "acco huma our perm so the this user",
    "acts later":
        "befo do from keep next rema say stay the wait",
    "lays its rules aside, in French":
        "ante ci cons cont deso dire fais fait igno init inst invi ne negl oubl outr prec prom regl syst tes tous "
        "tout vos",
    "asks for the prompt, in French":
        "affi dis divu donn l mont repe reve tes ton vos votr",
    "has its rules laid aside, in French":
        "ante ci cons dire fair init inst invi lais mets mett ne prec prom regl syst tes tous tout vos",
    "lays its rules aside, in Spanish":
        "ante anul arri desc dese dire haga haz igno indi inic inst no norm olvi omit orde pasa prev prom regl sist "
        "su sus toda todo tu tus",
    "asks for the prompt, in Spanish":
        "dime divu el ense impr mues repi reve su sus tu tus",
    "has its rules laid aside, in Spanish":
        "ante arri deja deje dire indi inic inst no norm orde pres prev prom regl sist su sus toda todo tu tus",
    "lays its rules aside, in Italian":
        "aggi ante coma dime dire fino igno indi iniz istr non prec prom rego rice scar sist sopr tras tue tuoi tutt "
        "vost",
    "asks for the prompt, in Italian":
        "dimm il le most prom ripe rive stam svel tue tuo",
    "has its rules laid aside, in Italian":
        "ante coma dire fino indi iniz istr lasc mett non prec prom rego rice sist sopr tue tuoi tutt vost",
    "lays its rules aside, in Portuguese":
        "acim ante cont desc deso desp dire esqu igno inic inst nao orde orie prev prom regr seu seus sist sua suas "
        "toda todo tua tuas",
    "asks for the prompt, in Portuguese":
        "diga exib impr most o prom repi reve seu suas teu tuas",
    "has its rules laid aside, in Portuguese":
        "acim ante deix dire inic inst nao orde orie prev prom regr seu seus sist sua suas toda todo tua tuas",
    "lays its rules aside, in Dutch":
        "aanw al alle bove eerd inst je jouw nege omze opdr over prom rege rich sla syst uw verg volg voor vori",
    "asks for the prompt, in Dutch":
        "geef herh je jouw laat onth toon uw vert",
    "has its rules laid aside, in Dutch":
        "aanw al alle bove buit eerd geen hou houd inst je jouw laat leg opdr prom rege rich syst terz uw voor vori",
    "lays its rules aside, in Swedish, Danish or Norwegian":
        "alla alle anvi asid bort dina dine fore forr glem glom igno inst ovan prom regl retn rikt se stru syst tidi "
        "tidl tils",
    "asks for the prompt, in Swedish, Danish or Norwegian":
        "afsl avsl bera din dine gent gjen uppr vis visa",
    "lays its rules aside, in Polish":
        "igno inst nie obej odrz pole pomi popr powy prom swoj syst twoj wcze wszy wyty zapo zasa zign",
    "asks for the prompt, in Polish":
        "poda poka powt swoj twoj ujaw wysw zdra",
    "has its rules laid aside, in Polish":
        "inst nie odło pole popr powy prom swoj syst twoj wcze wszy wyty zasa",
    "asks for the prompt, in Russian":
        "ваш ваши выве напе повт пока раск расс свои сист сооб твои",
    "asks for the prompt, in Ukrainian":
        "ваш виве повт пока розк своі свіи твоі твіи",
    "lays its rules aside, in Czech or Slovak":
        "igno inst nedb obej poky prav pred preh prik prom sve svoj syst tvoj vsec vset zabu zapo",
    "asks for the prompt, in Czech or Slovak":
        "odha proz sve svoj svuj tvoj tvuj ukaz zobr zopa",
    "lays its rules aside, in Turkish":
        "butu dikk eski gorm goz iste komu kura once prom seni sist tali tum unut uyma yok yoks yone yuka",
    "asks for the prompt, in Turkish":
        "acık gizl gost ifsa sist soyl tekr yazd",
    "lays its rules aside, in Indonesian or Malay":
        "abai anda arah atur di inst jang kamu lang lupa peri petu prom sebe selu semu sist",
    "asks for the prompt, in Indonesian or Malay":
        "beri inst prom tamp tunj ulan ungk",
    "lays its rules aside, in Vietnamese":
        "bo chi cua he huon lenh lo moi phot prom quen quy tat tren truo",
    "asks for the prompt, in Vietnamese":
        "chi cho hien huon in lap loi prom tiet",
    "lays its rules aside, in Greek":
        "αγνο εντο κανο ξεχα οδηγ ολα ολες παρα προη προτ σου συστ",
    "asks for the prompt, in Greek":
        "αποκ δειξ εμφα κρυφ πες προτ",
    "lays its rules aside, in Hungarian":
        "eloz fele fent hagy igno iran kora mind ossz para prom rend szab utas",
    "asks for the prompt, in Hungarian":
        "arul fedd ird muta rejt rend titk",
    "asks for the prompt, in Romanian":
        "afis arat dezv inst prom repe spun",
    "lays its rules aside, in Finnish":
        "aiem aika ala edel jarj jata kaik kask keho ohit ohje saan sivu unoh ylla",
    "asks for the prompt, in Finnish":
        "jarj kerr nayt palj piil sala tulo",
    "speaks to the model that reads it, in French":
        "agen assi atte avis cons dire ia ias inst inte llm llms mess mode note rapp rema robo si",
    "keeps it from the user, in French":
        "l le n ne sans",
    "claims the user's consent, in French":
        "util",
    "steers later answers, in French":
        "chaq des lors quan si",
    "has secrets sent, in French":
        "comm envo expe fais fait post tran",
    "has a tool given what it holds, in French":
        "appe exec invo lanc util",
    "frees the model of its rules, in French":
        "agis comp repo tu vous",
    "speaks to the model that reads it, in Spanish":
        "agen asis aten avis dire ia ias inst inte llm llms mens mode nota orde reco si",
    "keeps it from the user, in Spanish":
        "el jama la no nunc sin",
    "claims the user's consent, in Spanish":
        "usua",
    "steers later answers, in Spanish":
        "cada cuan si siem",
    "has secrets sent, in Spanish":
        "envi mand publ reen remi tran",
    "has a tool given what it holds, in Spanish":
        "ejec invo llam usa usar use util",
    "frees the model of its rules, in Spanish":
        "actu comp eres resp te uste",
    "speaks to the model that reads it, in Portuguese":
        "agen assi aten avis dire ia ias inst inte lemb llm llms mens mode nota orde se",
    "keeps it from the user, in Portuguese":
        "a jama nao nunc o sem",
    "claims the user's consent, in Portuguese":
        "usua util",
    "steers later answers, in Portuguese":
        "cada quan se semp toda",
    "has secrets sent, in Portuguese":
        "enca envi mand publ reme tran",
    "has a tool given what it holds, in Portuguese":
        "cham exec invo usa usar use util",
    "frees the model of its rules, in Portuguese":
        "age aja comp es resp voce",
    "speaks to the model that reads it, in Italian":
        "agen assi atte avvi dire ia inte istr llm llms mess mode nota ordi prom se",
    "keeps it from the user, in Italian":
        "l mai non senz",
    "claims the user's consent, in Italian":
        "uten",
    "steers later answers, in Italian":
        "ogni qual quan se",
    "has secrets sent, in Italian":
        "inol invi mand pubb sped tras",
    "has a tool given what it holds, in Italian":
        "chia eseg invo usa usar usi util",
    "frees the model of its rules, in Italian":
        "agis comp dive lei risp sei si",
    "speaks to the model that reads it, in German":
        "acht ai aiag aias aimo aisy anme anwe befe erin fall hinw ki kiag kias kimo kis kisy kuns llm llms mitt nach "
        "noti sofe spra wenn",
    "keeps it from the user, in German":
        "der die erza ohne sag sage verh verr vers",
    "claims the user's consent, in German":
        "anwe benu nutz",
    "steers later answers, in German":
        "fall imme jede soba wenn",
    "has a tool given what it holds, in German":
        "benu fuhr nutz ruf rufe verw",
    "frees the model of its rules, in German":
        "antw bist du hand sie sind verh",
    "speaks to the model that reads it, in Dutch":
        "ai aiag aias aimo als beri heri indi inst ki kiag kias kimo kuns let llm llms mede noti opdr opme taal",
    "keeps it from the user, in Dutch":
        "meld verb vert verz zeg zond",
    "claims the user's consent, in Dutch":
        "gebr",
    "steers later answers, in Dutch":
        "als elke telk wann zodr",
    "has secrets sent, in Dutch":
        "mail stuu uplo vers verz zend",
    "has a tool given what it holds, in Dutch":
        "gebr roep star voer",
    "frees the model of its rules, in Dutch":
        "antw ben bent gedr je jij u",
    "speaks to the model that reads it, in Polish":
        "agen asys info inst jesl jeze komu llm mode nota pole przy skor sztu uwag wiad",
    "keeps it from the user, in Polish":
        "bez nie nigd",
    "claims the user's consent, in Polish":
        "uzyt",
    "steers later answers, in Polish":
        "gdy ilek jesl jeze kied za",
    "has secrets sent, in Polish":
        "opub prze wysl wysł",
    "has a tool given what it holds, in Polish":
        "uruc uzyj wyko wywo",
    "frees the model of its rules, in Polish":
        "dzia jest odpo staj zach",
    "has an image carry data":
        "add appe crea disp draw embe end gene incl inse load outp prin prod put rend repl resp show use writ",
    "has secrets sent":
        "add addi adds addt appe atta bcc bcci bccs bcct beac cc ccin ccs ccti copy deli dump e emai embe enco exfi "
        "expo fetc forw incl inse leak log logi logs logt mail make mess mirr pass past ping plac post publ push put "
        "puti puts putt rela repo requ send shar smug subm sync tran uplo writ",
    "has secrets sent along":
        "acce at call cont fetc get hit in into load open ping post quer rend requ thro to use usin via visi with",
    "comes before the model's tools":
        "afte befo each inst prio when",
    "has a file of keys read":
        "cat copy dump fetc get incl list load open prin read",
    "has the model hand things out":
        "a agen ai ais an any assi chat ever lang llm llms mode the this",
    "puts itself above the instructions":
        "are come coun go goes has is outr outw over rank stan supe take",
    "says that the rules are gone":
        "my your",
    "sets the model against its user":
        "do don dont neve stop",
    "says that the model is another":
        "you",
    "plants a memory":
        "add comm entr memo mess note prof put reco reme save stor upda writ",
    "claims the user's consent":
        "acco cust huma oper our owne the this user",
    "waits for the user":
        "afte as each ever from if next once the when",
}  # fmt: skip
OPENINGS = {name: frozenset(stems.split()) for name, stems in _OPENINGS.items()}
