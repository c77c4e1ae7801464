/// The words of the vocabulary, by class.
///
/// A word may stand in several.
let wordLists: [(Vocabulary.Traits, String)] = [
  (
    [.function, .english],
    """
    the a an and or but nor of to in on at by for from with without into onto upon over under about against between among
    through during before after above below up down out off is are was were be been being am has have had having do does
    did doing can could will would shall should may might must it its he him his she her hers they them their theirs we
    us our ours you your yours i me my mine this that these those there here who whom whose which what when where why how
    if then else than as so such not no yes all any some each every both either neither one ones other others another
    same own just only also too very more most much many few less least even still yet again ever never now once because
    since while although though unless until till whether per via etc let's i'm it's that's don't doesn't didn't isn't
    aren't wasn't weren't can't couldn't won't wouldn't shouldn't haven't hasn't hadn't i'll we'll you'll they'll he'll
    she'll i've we've you've they've i'd we'd you'd he'd she'd they'd we're you're they're he's she's there's what's
    itself himself herself themselves myself yourself ourselves within therefore thus hence however moreover
    """
  ),
  (
    [.function, .german],
    """
    der die das den dem des ein eine einer eines einem einen und oder aber denn sondern von zu zum zur mit bei nach aus
    auf an am im in ins vom für gegen ohne um über unter vor hinter neben zwischen durch bis seit während wegen trotz ist
    sind war waren sei wird werden wurde wurden worden kann können konnte muss müssen soll sollen sollte darf dürfen hat
    haben hatte hatten nicht kein keine keinen keiner keinem nur auch noch schon sehr mehr als wie wenn weil dass daß ob
    da es er sie ihr ihm ihn ihre ihren seine seinen sein wir uns ich mich mir du man sich dies diese dieser dieses
    diesem diesen jede jeder jedes jedem alle allen aller beide welche welcher welches hier dort dann also so zwar etwa
    etc bzw usw werden siehe falls sowie sonst selbst etwas nichts
    """
  ),
  (
    [.function],
    """
    le la les des du et est une dans pour par sur avec que qui el los las y es un del al se con para por il che non di
    """
  ),
  ([.weekday], "monday tuesday wednesday thursday friday saturday sunday"),
  ([.weekday], "montag dienstag mittwoch donnerstag freitag samstag sonntag sonnabend"),
  (
    [.currency],
    """
    dollar dollars euro euros pound pounds sterling yen yuan franc francs franken rupee rupees usd eur gbp chf jpy cny
    cent cents pence kronen kronor pfund rappen
    """
  ),
  (
    [.unit],
    """
    kb mb gb tb kib mib gib tib b bit bits byte bytes kbit mbit gbit hz khz mhz ghz ms s min h hr hrs sec secs second
    seconds minute minutes hour hours day days week weeks month months year years mm cm m km mi mile miles foot feet inch
    inches yard yards meter meters metre metres kilometer kilometers g kg mg lb lbs ton tons tonne tonnes kilo kilos l ml
    liter liters litre litres v kv w kw mw gw kwh mah k kelvin degrees degree px pt em dpi fps rpm bpm tokens words lines
    pages characters chars digits sekunden sekunde minuten minute stunden stunde tage tagen tag wochen woche monate
    monaten monat jahre jahren jahr meter kilometer gramm zeichen zeilen seiten dozen dutzend prozent
    """
  ),
  ([.title], "mr mrs ms miss dr prof professor sir lady lord captain capt sergeant lieutenant colonel general major"),
  ([.title], "president senator minister herr frau doktor king queen prince princess saint st rev hon mx"),
  ([.particle], "of de von van der den la le du del della al bin ibn ter ten zu zur dos da di el"),
  (
    [.verb],
    """
    said says asked asks told thought thinks knew knows saw sees found finds took takes went goes came comes gave gives
    kept keeps left leaves made makes got gets ran runs sold sells bought held holds led leads met meets paid pays put
    read sat sent sends set shook spoke spoke stood stands taught wrote writes felt feels began begins brought fell grew
    heard laid lost meant rose sang sank slept spent swam swung threw threw told understood woke won wore turned was is
    has had does did will would could should can are were have cannot nodded smiled laughed replied answered shrugged sighed grinned frowned
    whispered muttered shouted cried looked stared waited walked wanted needs wants
    """
  ),
  (
    [.filler],
    """
    um uh uhm hmm hm mm mm-hmm erm er oh ah yeah yep yup nope okay ok 'kay alright well basically actually literally
    anyway gonna wanna gotta kinda sorta like mean know guess sort kind stuff thing things whatever obviously really
    pretty quite thanks thank please hello hi bye sorry oops dear hopefully suppose dunno god jesus wow äh ähm naja halt eben mal ja tja genau
    """
  ),
  (
    [.reference],
    """
    section sections sec chapter chapters figure figures fig table tables appendix page pages part clause footnote note
    item step line lines paragraph paragraphs abschnitt abschnitte kapitel abbildung tabelle seite seiten anhang zeile
    zeilen rfc no nr vol volume
    """
  ),
  ([.requirement], "must shall should may required recommended optional not and or note"),
  (
    [.leaning],
    """
    this that these those it they them their such however therefore cause thus hence moreover furthermore otherwise instead nevertheless
    besides consequently similarly likewise accordingly additionally contrast yet which it's that's they're they've they'd both neither dies diese dieser
    dieses diesem diesen es daher deshalb darum außerdem jedoch allerdings dennoch trotzdem somit dadurch dabei damit
    dazu hierbei hierzu ebenso sonst andernfalls because weil
    """
  ),
  (
    [.goingOn],
    """
    he she his her its him but and so or also then still because who where afterwards meanwhile he's
    she's another er sie ihr dann aber und oder denn auch sein seine ihre
    """
  ),
  (
    [.document],
    """
    document specification section chapter page manual guide report paper article memo standard book file project
    program package library tool module command option function system call handbook policy agreement contract release
    version meeting story dokument abschnitt kapitel seite handbuch anleitung bericht befehl programm paket
    """
  ),
  (
    [.timeLead],
    """
    in by until till since before after from during early late mid end of on next last this im bis seit vor nach ab ende
    anfang mitte am
    """
  ),
  ([.question], "who what when where why how which whose wer was wann wo warum wieso wie welche welcher welches"),
  (
    [.definition],
    """
    means mean denotes refers called defined defines definition known consists comprises describes represents specifies
    bedeutet bezeichnet heißt nennt definiert besteht beschreibt
    """
  ),
  (
    [.decision],
    """
    beschließt beschlossen decided decide decides decision agreed agree agrees agreement approved approve approves adopted resolved chose
    chosen selected confirmed accepted rejected refused declined settled voted concluded announced signed
    entschieden entscheidung vereinbart genehmigt bestätigt abgelehnt angenommen
    """
  ),
  (
    [.proposal],
    """
    propose proposes proposed proposal suggest suggests suggested suggestion recommend recommends recommended
    recommendation plan plans planned intend intends want wants wanted offer offered ask request requested consider
    let's idea vorschlag vorschlagen schlage schlagen empfiehlt empfohlen empfehlen plant geplant
    """
  ),
  (
    [.obligation],
    """
    must shall should need needs required requires require requirement obliged responsible deadline due ensure never
    always only cannot will i'll we'll promise promises promised commit commits committed muss müssen soll sollen sollte darf verpflichtet erforderlich benötigt frist
    """
  ),
  (
    [.reason],
    """
    because since due reason reasons therefore cause caused causes owing why weil daher deshalb grund wegen ursache
    """
  ),
  (
    [.result],
    """
    result results resulted resulting found shows showed showing conclusion finally consequently thus so became led
    increased decreased reduced rose fell failed succeeded won lost died killed discovered realized ergebnis zeigt führt
    folglich somit schließlich gefunden
    """
  ),
  (
    [.purpose],
    """
    purpose aim aims goal goals objective objectives intended designed allows allow enables enable provides provide used
    summary overview main important key mainly essential zweck ziel dient ermöglicht erlaubt bietet wichtig verwendet
    """
  ),
  (
    [.everyday],
    """
    i you me my your yours i'm i'd i've i'll you're you've you'll you'd we'd let's say says said saying tell tells told
    telling talk talked talking speak think thinks thought thinking know knew known knows see sees saw seen seeing look
    looks looked looking seem seems seemed go goes going gone went get gets got getting come comes came coming make makes
    made making take takes took taken taking give gives gave given giving put puts want wants wanted let lets try tries
    tried trying ask asks asked asking feel feels felt keep keeps kept leave left turn turned turns start started starts
    began begin call find need happen happened happens happening hear heard believe remember understand work works stay
    stayed stop stopped move moved stood stand sat sit use used using show bring brought people man men thing things
    stuff way ways lot lots bit time times day days moment side place point head hand hands eye eyes face voice word words
    good better best bad nice right wrong big little small long old new young first second third last next other same own
    able sure maybe perhaps probably really actually certainly exactly simply suddenly slowly finally quickly almost away
    around together something anything everything nothing someone anyone everyone somebody anybody everybody nobody hello
    fine different whole half part question answer matter example today tomorrow yesterday great much many two three sir
    sagen sagt sagte machen macht gehen geht kommen kommt wissen sehen sieht gut neue neuen neuer neues ersten erste
    """
  ),
  (
    [.verdict],
    """
    disagree agree agreed disagreed no yes never not refuse refused reject rejected approve approved decline declined
    deny denied impossible cannot can't won't don't wrong objection veto nope nein einverstanden abgelehnt dagegen
    genehmigt nicht ja niemals unmöglich
    """
  ),
  (
    [.pointer],
    "following below above listed described see refer siehe folgende folgenden unten oben beschrieben"
  ),
  (
    [.genericTitle],
    """
    name synopsis description note notes tip tips hint warning caution important example examples introduction overview
    contents abstract preface summary purpose terminology scope general rules options commands files see also befehle
    optionen zweck bezeichnung übersicht beschreibung hinweis hinweise tipp warnung beispiel beispiele
    einleitung einführung inhalt zusammenfassung vorwort chapter section kapitel abschnitt part
    """
  ),
  (
    [.dissent],
    """
    disagree disagrees disagreed disagreement object objects objected objection oppose opposes opposed reject rejects
    rejected refuse refuses refused denies denied against veto vetoed dissented contradicts wrong dagegen widerspricht
    abgelehnt lehnt ablehnt protestiert bestreitet verweigert
    """
  ),
]

/// Words that stand for a number: months and number words.
let valuedWords: [(Vocabulary.Traits, [String: Int])] = [
  (
    [.month],
    [
      "january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8,
      "september": 9, "october": 10, "november": 11, "december": 12, "jan": 1, "feb": 2, "mar": 3, "apr": 4,
      "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12, "januar": 1,
      "jänner": 1, "februar": 2, "märz": 3, "mai": 5, "juni": 6, "juli": 7, "oktober": 10, "okt": 10,
      "dezember": 12, "dez": 12,
    ]
  ),
  (
    [.numberWord],
    [
      "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
      "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
      "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
      "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5,
      "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13,
      "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19,
      "zwanzig": 20, "dreißig": 30, "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80,
      "neunzig": 90,
    ]
  ),
  (
    [.scale],
    [
      "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000,
      "trillion": 1_000_000_000_000, "hundert": 100, "tausend": 1_000, "millionen": 1_000_000,
      "milliarde": 1_000_000_000, "milliarden": 1_000_000_000,
    ]
  ),
]
