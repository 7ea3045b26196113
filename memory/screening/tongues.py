"""The plainest orders to an assistant (lay your rules aside, tell your prompt) in other languages than English. Pure.

For each language: what is done, to which of its own things, and the words between that say "all", "your", "previous".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..models.trust import QuarantineReason, Trust
from .disguises import without_accents
from .rules import LazyPattern, ScreeningRule, roots


class Tongue(NamedTuple):
    """Stems. `aside` lays aside, `which` narrows, `own` are instructions; `reveal` tells, `secret` what is hidden.
    `gap` joins two words: in a script without spaces anything short. `asked` lays aside in words that people have for
    each other, too: "no tengas en cuenta", "beiseite lassen"."""

    name: str
    aside: str
    which: str
    own: str
    reveal: str
    secret: str
    gap: str = r"(?:\W{1,4}\w{1,30}){0,5}?\W{1,4}"
    asked: str = ""


_NO_SPACES = r"[^\n。！？!?]{0,12}?"
# The verb as these languages inflect it, and English does not; they share "ignore" itself. So the words that narrow are
# none that English has: not "tod", which begins "today", nor "initial".
_IGNORE = r"ignor(?!e[ds]\b)(?!ing\b)(?!an[ct])\w*"


def _far(*verbs: str, then: str) -> str:
    """What one of `verbs` orders with what follows in the sentence; as all of these, with a bar behind."""
    return "".join(rf"{verb}\b(?=[^.!?\n]{{0,80}}\b(?:{then})\b)|" for verb in verbs)


def _ordered(*verbs: str, then: str = "", after: tuple[str, ...]) -> str:
    """Orders that people also tell of others in the same form: they begin a clause, or stand behind a word of `after`.
    "Le chef laisse de côté les règles" is told."""
    begin = [rf"(?<={word} {{verb}})" for word in after]
    return "".join(f"{verb}(?:(?<![a-z] {verb})|{'|'.join(begin).format(verb=verb)}){then}|" for verb in verbs)


def _wished(*verbs: str, then: str = "", unless: tuple[str, ...]) -> str:
    """What is asked for, unless it is what somebody may or will do."""
    return "".join(f"{verb}{''.join(f'(?<!{word} {verb})' for word in unless)}{then}|" for verb in verbs)


_TONGUES = (
    Tongue(
        "German",
        r"(?:ignorier\w*|missacht\w*|vergiss|vergessen sie|übergeh\w*|umgeh\w*|überschreib\w*|verwirf\w*|"
        r"befolg\w* nicht|folge nicht|beachte nicht)",
        r"(?:all\w*|sämtlich\w*|jeglich\w*|dein\w*|ihre?\w*|vorherig\w*|bisherig\w*|vorangegangen\w*|obig\w*|"
        r"früher\w*|system\w*)",
        r"(?:anweisung\w*|instruktion\w*|vorgabe\w*|richtlinie\w*|system-?prompt\w*|systemanweisung\w*|"
        r"prompts?)",
        r"(?:zeig\w*|nenn\w*|verrat\w*|gib|wiederhol\w*|offenbar\w*|druck\w*|sag\w*)",
        r"(?:dein\w* system-?prompt\w*|dein\w* (?:geheim\w*|versteckt\w*|intern\w*|ursprünglich\w*) \w{1,30}|"
        r"ihre\w* system-?prompt\w*)",
        asked="(?:"
        + _far("lass", "lasst", "lassen sie", then="außer acht|beiseite")
        + _far("leg", "lege", "legt", "legen sie", then="beiseite")
        + r"außer acht (?:zu )?lassen|beiseite(?:zu| zu )?(?:lassen|legen)|sehen sie von|sieh von|abzusehen)",
    ),
    Tongue(
        "French",
        rf"(?:{_IGNORE}|oubli(?!vi)\w*|néglige[rz]?\b|contourn\w*|désobé\w*|ne (?:tiens|tenez) (?:pas|plus) compte|"
        r"fais abstraction|faites abstraction|ne suis (?:pas|plus)|outrepass\w*)",
        r"(?:tou(?:te?s?|s)|tes|vos|précédentes?|(?<=prompt )précédent|(?<=prompts )précédents|antérieur\w*|ci-dessus|"
        r"système|initiale|initiales|initiaux)",
        r"(?:instructions?|consignes?|directives?|règles?|prompts?|invites?)",
        r"(?:révèl\w*|montr\w*|affich\w*|donn\w*|répèt\w*|répét\w*|divulgu\w*|dis)",
        r"(?:(?:ton|votre) prompt\w*(?: système)?|(?:ton|votre|tes|vos) (?:instructions?|consignes?) "
        r"(?:secr\w*|cach\w*|initial\w*|système|intern\w*)|l'invite système)",
        asked="(?:"
        + _ordered("laisse", "laissez", "mets", "mettez", then=" de côté", after=("plait", "donc", "maintenant"))
        + _wished("laisser", "mettre", then=" de côté", unless=("peut", "peux", "pouvons", "vais", "va"))
        + _wished("faire", then=" abstraction", unless=("peut", "peux", "pouvons", "vais", "va"))
        + r"ne pas tenir compte|ne plus tenir compte)",
    ),
    Tongue(
        "Spanish",
        rf"(?:{_IGNORE}|olvid\w*|desestim\w*|descart\w*|haz caso omiso|haga caso omiso|pasa por alto|no sigas|"
        r"anul\w*|omite\w*)",
        r"(?:tod[oa]s?|tus?|sus?|anterior\w*|previ[oa]s?|arriba|sistema|inicial\w*)",
        r"(?:instrucci\w*|órdenes|directrices|reglas|indicaciones|prompts?|normas)",
        r"(?:revel\w*|muestr\w*|muéstr\w*|enséñ\w*|dime|repite|imprim\w*|divulg\w*)",
        r"(?:(?:tu|su) prompt\w*(?: del? sistema)?|(?:tu|sus?|tus) (?:instrucciones|mensaje) (?:secret\w*|"
        r"ocult\w*|del? sistema|inicial\w*|intern\w*)|el prompt del sistema)",
        asked="(?:"
        + _ordered("deja", then=" de lado", after=("favor", "ahora"))
        + _ordered("prescinde", after=("favor", "ahora"))
        + _wished("dejar", then=" de lado", unless=("podemos", "puedo", "puede", "voy a", "vamos a"))
        + _wished("prescindir", unless=("podemos", "puedo", "puede", "voy a", "vamos a"))
        + r"no tengas en cuenta|no tenga en cuenta|no tener en cuenta|dej[ae](?:lo|las?|los) de lado|"
        r"dejes de lado|deje de lado(?= (?:sus|tus|tod[oa]s|las|los|est[oa]s|cualquier))|prescindas?\b)",
    ),
    Tongue(
        "Italian",
        rf"(?:{_IGNORE}|dimentic\w*|trascur\w*|non seguire|non tenere conto|scart\w*|aggir\w*)",
        r"(?:tutt\w*|(?<=le )tue|tuoi|vostre|precedent[ei]|anterior\w*|sopra|sistema|inizial\w*|ricevut\w*|finora)",
        r"(?:istruzion\w*|direttiv\w*|regole|indicazion\w*|prompt|comandi)",
        r"(?:rivela\w*|mostra\w*|dimmi|ripeti|stampa|svela\w*)",
        r"(?:(?:il )?tuo prompt\w*(?: di sistema)?|(?:il )?prompt di sistema|(?:le )?tue istruzioni "
        r"(?:segret\w*|nascost\w*|di sistema|inizial\w*|intern\w*))",
        asked="(?:"
        + _ordered("metti", "mettete", "lascia", "lasciate", then=" da parte", after=("favore", "ora", "adesso"))
        + _wished("mettere", "lasciare", then=" da parte", unless=("puo", "posso", "possiamo"))
        + r"metta da parte|lasci da parte|non considerare|non tenga conto)",
    ),
    Tongue(
        "Portuguese",
        rf"(?:{_IGNORE}|esque[cç]\w*|desconsider\w*|despreze|descarte|não siga|contorn\w*|desobede\w*)",
        r"(?:tod[oa]s?|tuas?|suas?|seus?|anterior\w*|prévi[oa]s?|acima|sistema|inicial|iniciais)",
        r"(?:instruç\w*|instruc\w*|diretri\w*|regras|ordens|prompts?|orientaç\w*)",
        r"(?:revel\w*|mostr\w*|diga|repita|imprim\w*|exib\w*)",
        r"(?:(?:o )?(?:seu|teu) prompt\w*(?: do sistema)?|(?:o )?prompt do sistema|(?:suas|tuas) instruções "
        r"(?:secret\w*|ocult\w*|do sistema|inicia\w*|intern\w*))",
        asked="(?:"
        + _ordered("deixa", then=" de lado", after=("favor", "agora"))
        + _wished("deixar", then=" de lado", unless=("pode", "posso", "podemos", "vou", "vamos"))
        + r"deixe de lado|deixes de lado|não considere|não leve em conta|não levar em conta)",
    ),
    Tongue(
        "Dutch",
        r"(?:negeer\w*|vergeet|omzeil\w*|sla\b|volg .{0,20}niet|overschrijf)",
        r"(?:alle|al|je|jouw|uw|vorige|eerdere|voorgaande|bovenstaande|systeem\w*)",
        r"(?:instructies?|aanwijzing\w*|richtlijn\w*|opdracht\w*|regels|prompts?|systeemprompt)",
        r"(?:toon|laat|onthul\w*|geef|herhaal|vertel)",
        r"(?:(?:je|jouw|uw) (?:systeem-?\s?prompt|geheime \w{1,30}|verborgen \w{1,30}|interne instructies))",
        asked="(?:"
        + _far("laat", then="buiten beschouwing|terzijde")
        + _far("leg", then="terzijde")
        + r"houdt? (?:u )?geen rekening|hou geen rekening|geen rekening (?:te )?houden|"
        r"buiten beschouwing (?:te )?laten|terzijde (?:te )?(?:leggen|laten))",
    ),
    Tongue(
        "Swedish, Danish or Norwegian",
        r"(?:ignorer\w*|glöm|glem|bortse|se bort|strunta i|åsidosätt|tilsidesæt|tilsidesett)",
        r"(?:alla|alle|dina|dine|tidigare|tidligere|föregående|forrige|ovanstående|system\w*)",
        r"(?:instruktion\w*|instruks\w*|instrukser|anvisning\w*|riktlinj\w*|retningslinj\w*|regler|prompt\w*)",
        r"(?:visa|vis|avslöja|afslør|avslør|upprepa|gentag|gjenta|berätta)",
        r"(?:(?:din|dine?) (?:system-?\s?prompt\w*|hemliga \w{1,30}|skjulte \w{1,30}|dolda \w{1,30}))",
    ),
    Tongue(
        "Polish",
        r"(?:ignoruj\w*|zignoruj\w*|zapomnij\w*|pomiń\w*|obejdź|nie przestrzegaj|odrzuć)",
        r"(?:wszystki\w*|twoj\w*|swoj\w*|poprzedni\w*|wcześniejsz\w*|powyższ\w*|systemow\w*)",
        r"(?:instrukcj\w*|poleceni\w*|poleceń|wytyczn\w*|zasad\w*|prompt\w*)",
        r"(?:pokaż|ujawnij|wyświetl|powtórz|podaj|zdradź)",
        r"(?:(?:swój|twój) (?:systemowy |ukryty )?prompt\w*(?: systemowy)?|(?:swoje|twoje) (?:ukryte|tajne|"
        r"systemowe) \w{1,30})",
        asked="(?:"
        + _far("odłóż", "odłóżcie", "odłożyć", "odłożenie", then="na bok")
        + r"nie brać pod uwagę|nie bierz\w* pod uwagę|nie zważaj(?!ąc)\w*)",
    ),
    Tongue(
        "Russian",
        r"(?:проигнорируй\w*|игнорируй\w*|игнорировать|забудь\w*|забыть|отбрось\w*|не следуй\w*|обойди\w*|"
        r"отмени\w*|не обращай\w* внимания на|пренебреги\w*)",
        r"(?:все\w*|всё|тво\w*|ваш\w*|сво\w*|предыдущ\w*|прежн\w*|прошл\w*|предшествующ\w*|системн\w*|выше\w*)",
        r"(?:инструкци\w*|указани\w*|правил\w*|команд\w*|директив\w*|промпт\w*|ограничени\w*)",
        r"(?:покажи\w*|раскрой\w*|выведи\w*|повтори\w*|напечатай\w*|расскажи\w*|сообщи\w*)",
        r"(?:(?:свой|твой|ваш) (?:системн\w* |скрыт\w* )?промпт\w*|(?:свои|твои|ваши) (?:скрыт\w*|секретн\w*|"
        r"системн\w*|внутренн\w*) \w{1,30}|системн\w* промпт\w*)",
    ),
    Tongue(
        "Ukrainian",
        r"(?:проігноруй\w*|ігноруй\w*|забудь\w*|відкинь\w*|не дотримуйся|знехтуй\w*)",
        r"(?:всі\w*|усі\w*|тво\w*|ваш\w*|сво\w*|попередн\w*|системн\w*)",
        r"(?:інструкці\w*|вказівк\w*|правил\w*|команд\w*|промпт\w*)",
        r"(?:покажи\w*|розкрий\w*|виведи\w*|повтори\w*)",
        r"(?:(?:свій|твій|ваш) (?:системн\w* )?промпт\w*|(?:свої|твої) (?:приховані|таємні|системні) \w{1,30})",
    ),
    Tongue(
        "Czech or Slovak",
        r"(?:ignoruj\w*|zapomeň\w*|zabudni\w*|nedbej\w*|obejdi|přehlédni)",
        r"(?:všechny|všetky|svoje|své|tvoje|předchozí\w*|predchádzajúce\w*|předešl\w*|systémov\w*)",
        r"(?:instrukc\w*|inštrukci\w*|pokyny|pokynů|pravidla|příkazy|prompt\w*)",
        r"(?:ukaž\w*|odhal\w*|zobraz\w*|zopakuj\w*|prozraď\w*)",
        r"(?:(?:svůj|tvůj|svoj|tvoj) (?:systémov\w* )?prompt\w*|(?:své|svoje|tvoje) (?:skryté|tajné|"
        r"systémové) \w{1,30})",
    ),
    Tongue(
        "Turkish",
        r"(?:yok say\w*|görmezden gel\w*|unut\w*|dikkate alma\w*|göz ardı et\w*|yoksay\w*|uyma)",
        r"(?:tüm|bütün|önceki\w*|yukarıdaki\w*|sistem\w*|eski|senin)",
        r"(?:talimat\w*|yönerge\w*|komut\w*|kural\w*|istem\w*|prompt\w*)",
        r"(?:göster\w*|açıkla\w*|söyle\w*|yazdır\w*|tekrarla\w*|ifşa et\w*)",
        r"(?:sistem (?:istem\w*|prompt\w*|talimat\w*|komut\w*)|gizli talimat\w*)",
    ),
    Tongue(
        "Indonesian or Malay",
        r"(?:abaikan|lupakan|jangan ikuti|langgar)",
        r"(?:semua|seluruh|sebelumnya|di atas|sistem|anda|kamu)",
        r"(?:instruksi|perintah|arahan|aturan|petunjuk|prompt)",
        r"(?:tunjukkan|ungkapkan|tampilkan|beritahu|ulangi)",
        r"(?:prompt sistem|instruksi (?:rahasia|tersembunyi|sistem))",
    ),
    Tongue(
        "Vietnamese",
        r"(?:bỏ qua|phớt lờ|quên|lờ đi)",
        r"(?:tất cả|mọi|trước|trên|hệ thống|của bạn)",
        r"(?:hướng dẫn|chỉ dẫn|chỉ thị|lệnh|quy tắc|prompt)",
        r"(?:tiết lộ|hiển thị|cho .{0,10}xem|in ra|lặp lại)",
        r"(?:(?:lời nhắc|prompt|chỉ thị|hướng dẫn) (?:hệ thống|ẩn|bí mật))",
    ),
    Tongue(
        "Arabic",
        r"(?:تجاهل\w*|انس\w*|تخط\w*|أهمل\w*|لا تتبع)",
        r"(?:جميع|كل|كافة|السابق\w*|أعلاه|النظام|تعليماتك)",
        r"(?:ال)?(?:تعليمات\w*|أوامر|اوامر|قواعد|توجيهات|إرشادات|الأوامر|التعليمات|القواعد)",
        r"(?:اكشف|أظهر|اظهر|اعرض|كرر|اطبع|أخبرني)",
        r"(?:موجه النظام|تعليمات النظام|تعليماتك (?:السرية|المخفية|الأصلية)|مطالبة النظام)",
    ),
    Tongue(
        "Hebrew",
        r"(?:התעלמ?ו?י?|התעלם|שכח\w*|תתעלם)",
        r"(?:מ?כל|הקודמות|קודמות|שלך|המערכת)",
        r"(?:ה?הוראות|ה?הנחיות|ה?פקודות|ה?כללים)",
        r"(?:חשוף|הצג|גלה|הדפס|חזור)",
        r"(?:הנחיות המערכת|הוראות המערכת|ההוראות (?:הסודיות|הנסתרות))",
    ),
    Tongue(
        "Persian",
        r"(?:نادیده بگیر\w*|فراموش کن\w*|بی‌?توجه)",
        r"(?:تمام|همه|قبلی|پیشین|بالا|سیستم)",
        r"(?:دستورات|دستورالعمل\w*|دستورالعمل‌?ها\w*|قوانین|فرمان\w*)",
        r"(?:نشان بده|فاش کن|نمایش بده)",
        r"(?:پرامپت سیستم|دستورالعمل‌?های (?:مخفی|سیستم))",
    ),
    Tongue(
        "Hindi",
        r"(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल|उपेक्षा|इग्नोर)",
        r"(?:सभी|सारे|सब|पिछले|पिछली|पहले|उपरोक्त|अपने|सिस्टम)",
        r"(?:निर्देश\w*|निर्देशों|आदेश\w*|नियम\w*|प्रॉम्प्ट|हिदायत\w*)",
        r"(?:बताओ|दिखाओ|दिखाएं|प्रकट|बताएं|दोहराओ)",
        r"(?:सिस्टम प्रॉम्प्ट|(?:गुप्त|छिपे) निर्देश)",
        r"[^\n।]{0,30}?",
    ),
    Tongue(
        "Chinese",
        r"(?:忽略|无视|無視|忘记|忘記|不要理会|不要遵守|不要遵循|不理会|跳过|绕过|繞過|抛弃|覆盖|丢弃)",
        r"(?:所有|全部|一切|任何|之前|以前|先前|前面|上面|以上|此前|你的|您的|系统|系統|原有|既定)",
        r"(?:指令|指示|提示词|提示詞|提示|规则|規則|命令|要求|说明|設定|设定|限制|约束|准则)",
        r"(?:显示|顯示|告诉|告訴|输出|輸出|泄露|透露|重复|展示|打印|说出|公开)",
        r"(?:(?:你的|您的)?(?:系统|系統|隐藏|隱藏|秘密|初始|内部)(?:的)?(?:提示词|提示詞|提示|指令|设定|設定))",
        _NO_SPACES,
    ),
    Tongue(
        "Japanese",
        r"(?:無視|忘れ|従わない|破棄|無効)",
        r"(?:すべて|全て|全部|これまで|以前|前|上記|あなたの|システム|今まで)",
        r"(?:指示|命令|ルール|指令|プロンプト|規則|制約|ガイドライン)",
        r"(?:表示|教え|見せ|出力|明かし|開示|漏ら|公開)",
        r"(?:システム(?:プロンプト|メッセージ|指示)|(?:隠された|秘密の|内部の|初期)(?:指示|プロンプト|命令))",
        _NO_SPACES,
    ),
    Tongue(
        "Korean",
        r"(?:무시|잊어|잊으|따르지|건너뛰|폐기)",
        r"(?:모든|이전|위의|앞의|지금까지|시스템|당신의|너의|기존)",
        r"(?:지시|명령|지침|규칙|프롬프트|지시사항|제한)",
        r"(?:보여|알려|출력|공개|드러내|말해|표시)",
        r"(?:시스템 ?(?:프롬프트|메시지|지시)|(?:숨겨진|비밀|내부|초기) ?(?:지시|프롬프트|명령|지침))",
        r"[^\n.!?]{0,14}?",
    ),
    Tongue(
        "Thai",
        r"(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม|ข้าม)",
        r"(?:ทั้งหมด|ก่อนหน้า|ข้างต้น|ระบบ|ของคุณ|เดิม)",
        r"(?:คำสั่ง|คำแนะนำ|กฎ|พรอมต์|ข้อกำหนด)",
        r"(?:แสดง|เปิดเผย|บอก)",
        r"(?:พรอมต์ระบบ|คำสั่ง(?:ลับ|ที่ซ่อน|ของระบบ))",
        r"[^\n]{0,20}?",
    ),
    Tongue(
        "Greek",
        r"(?:αγνόησ\w*|αγνοήστε|ξέχασ\w*|ξεχάστε|παράβλεψ\w*)",
        r"(?:όλες|όλα|προηγούμεν\w*|παραπάνω|σου|συστήματος)",
        r"(?:οδηγί\w*|εντολ\w*|κανόν\w*|προτροπ\w*)",
        r"(?:δείξε|αποκάλυψ\w*|εμφάνισ\w*|πες)",
        r"(?:προτροπή (?:του )?συστήματος|κρυφές οδηγίες)",
    ),
    Tongue(
        "Hungarian",
        r"(?:hagyd figyelmen kívül|felejtsd el|ignoráld|hagyja figyelmen kívül)",
        r"(?:összes|minden|korábbi|előző|fenti|rendszer\w*)",
        r"(?:utasítás\w*|szabály\w*|parancs\w*|irányelv\w*|prompt\w*)",
        r"(?:mutasd|fedd fel|írd ki|áruld el)",
        r"(?:rendszer-?\s?prompt\w*|rejtett utasítás\w*|titkos utasítás\w*)",
    ),
    Tongue(
        "Romanian",
        rf"(?:{_IGNORE}|uit\w*|nu (?:mai )?urma\w*|nesocot\w*)",
        r"(?:toate|tot|anterioar\w*|precedent[ae]|(?<=promptul )precedent|tale|de mai sus|sistem\w*)",
        r"(?:instrucțiun\w*|instructiun\w*|reguli\w*|comenzi\w*|directiv\w*|prompt\w*)",
        r"(?:arată\w*|dezvăluie|spune|afișează|repetă)",
        r"(?:promptul\w*(?: de sistem)?|instrucțiunile (?:secrete|ascunse))",
    ),
    Tongue(
        "Finnish",
        r"(?:unohda|ohita|jätä huomiotta|älä noudata|sivuuta)",
        r"(?:kaikki|aiemmat|aikaisemmat|edelliset|yllä\w*|järjestelmä\w*)",
        r"(?:ohjee\w*|ohjeet|käskyt|säännöt|kehot\w*)",
        r"(?:näytä|paljasta|kerro|tulosta)",
        r"(?:järjestelmäkehot\w*|salaiset ohjeet|piilotetut ohjeet)",
    ),
)

# In each of these languages one of the words for "instruction" stands in such an order, whole or as a stem.
_ANCHORS = {
    "German": ("anweisung", "instruktion", "vorgabe", "richtlinie", "prompt", "geheim", "versteckt", "intern"),
    "French": ("instruction", "consigne", "directive", "règle", "prompt", "invite"),
    "Spanish": ("instrucci", "órdenes", "directrices", "reglas", "indicaciones", "prompt", "normas", "mensaje"),
    "Italian": ("istruzion", "direttiv", "regole", "indicazion", "prompt", "comandi"),
    "Portuguese": ("instruç", "instruc", "diretri", "regras", "ordens", "prompt", "orientaç"),
    "Dutch": ("instructie", "aanwijzing", "richtlijn", "opdracht", "regels", "prompt", "geheime", "verborgen"),
    "Swedish, Danish or Norwegian": (
        "instruk", "anvisning", "riktlinj", "retningslinj", "regler", "prompt", "hemliga", "skjulte", "dolda",
    ),
    "Polish": ("instrukcj", "poleceni", "poleceń", "wytyczn", "zasad", "prompt", "ukryte", "tajne"),
    "Russian": ("инструкци", "указани", "правил", "команд", "директив", "промпт",
        "ограничени", "скрыт", "секретн", "системн", "внутренн"),
    "Ukrainian": ("інструкці", "вказівк", "правил", "команд", "промпт", "приховані", "таємні", "системні"),
    "Czech or Slovak": ("instrukc", "inštrukci", "pokyn", "pravidla", "příkazy", "prompt", "skryté", "tajné"),
    "Turkish": ("talimat", "yönerge", "komut", "kural", "istem", "prompt"),
    "Indonesian or Malay": ("instruksi", "perintah", "arahan", "aturan", "petunjuk", "prompt"),
    "Vietnamese": ("hướng dẫn", "chỉ dẫn", "chỉ thị", "lệnh", "quy tắc", "prompt", "lời nhắc"),
    "Arabic": ("تعليمات", "أوامر", "اوامر", "قواعد", "توجيهات", "إرشادات", "موجه", "مطالبة"),
    "Hebrew": ("הוראות", "הנחיות", "פקודות", "כללים"),
    "Persian": ("دستور", "قوانین", "فرمان", "پرامپت"),
    "Hindi": ("निर्देश", "आदेश", "नियम", "प्रॉम्प्ट", "हिदायत"),
    "Chinese": ("指令", "指示", "提示", "规则", "規則", "命令", "要求", "说明", "設定", "设定", "限制", "约束", "准则"),
    "Japanese": ("指示", "命令", "ルール", "指令", "プロンプト", "規則", "制約", "ガイドライン", "システムメッセージ"),
    "Korean": ("지시", "명령", "지침", "규칙", "프롬프트", "제한", "메시지"),
    "Thai": ("คำสั่ง", "คำแนะนำ", "กฎ", "พรอมต์", "ข้อกำหนด"),
    "Greek": ("οδηγί", "εντολ", "κανόν", "προτροπ"),
    "Hungarian": ("utasítás", "szabály", "parancs", "irányelv", "prompt"),
    "Romanian": ("instruc", "reguli", "comenzi", "directiv", "prompt"),
    "Finnish": ("ohje", "käskyt", "säännöt", "keho"),
}  # fmt: skip

# Scripts that write no spaces, or put letters to a word's end that no stem foresees: words are looked for anywhere.
_WRITTEN_ON = frozenset({"Chinese", "Japanese", "Korean", "Thai", "Hindi", "Arabic", "Hebrew", "Persian"})


def _either_way(one: Tongue, verb: str, thing: str) -> LazyPattern:
    pattern = rf"(?:{verb}{one.gap}{thing}|{thing}{one.gap}{verb})"
    begins = "" if one.name in _WRITTEN_ON else r"\b"
    return LazyPattern(begins + without_accents(pattern).replace(r"\w*", r"\w{0,20}"))


def _begin(stems_of: str) -> str:
    """The words that the alternatives of a pattern begin with, as far as their letters are certain."""
    begun = [re.match(r"[^\W\d_]*", one.replace("z?", "")) for one in without_accents(stems_of)[3:-1].split("|")]
    return " ".join(match.group() for match in begun if match)


def _rule(one: Tongue, name: str, verb: str, thing: str, upto: Trust = Trust.USER) -> ScreeningRule:
    signs = tuple(without_accents(sign) for sign in _ANCHORS[one.name])
    written_on = one.name in _WRITTEN_ON
    return ScreeningRule(
        f"{name}, in {one.name}", QuarantineReason.INSTRUCTION, _either_way(one, verb, thing), upto,
        () if written_on else (roots(" ".join(signs)), roots(_begin(verb))), signs if written_on else (), told=True,
    )  # fmt: skip


def _rules(one: Tongue) -> list[ScreeningRule]:
    # The end of what narrows is a word's, or "tu" would stand in "Tuesday".
    which = one.which if one.name in _WRITTEN_ON else rf"{one.which}\b"
    held = rf"(?:{which}{one.gap}{one.own}|{one.own}{one.gap}{which})"
    rules = [
        _rule(one, "lays its rules aside", one.aside, held),
        _rule(one, "asks for the prompt", one.reveal, one.secret),
    ]
    if one.asked:  # as in English, a user may say so
        rules.append(_rule(one, "has its rules laid aside", one.asked, held, Trust.AGENT))
    return rules


RULES = tuple(rule for one in _TONGUES for rule in _rules(one))
