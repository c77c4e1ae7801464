/// Words of everyday English: with a capital they make a term or open a sentence, they name nobody.
///
/// "Open Season", "Fact Sheet" and "Everyone" are written like names. The text itself tells of the words that it also
/// writes small; these are the ones that any text might.
struct EverydayWords: Sendable {
  static let shared = EverydayWords()

  private let all: HashedWords
  private let opening: HashedWords

  private init() {
    all = HashedWords(Self.list + " " + Self.openers)
    opening = HashedWords(Self.openers)
  }

  /// Whether the word or its singular is one of them.
  func contains(_ lexeme: Lexeme) -> Bool { all.contains(lexeme.hash) || all.contains(lexeme.stem) }

  /// Whether the word opens sentences and is never part of a name.
  func opens(_ lexeme: Lexeme) -> Bool { opening.contains(lexeme.hash) }

  /// What opens sentences and stands in no name: "Everyone", "Email".
  private static let openers = """
    everybody everyone everything everywhere somebody someone something sometimes somehow somewhere anybody anyone
    anything anywhere nobody nothing nowhere whoever whatever whenever wherever whichever yesterday today tomorrow tonight
    maybe perhaps probably suddenly finally eventually usually normally generally often recently currently previously
    initially originally typically possibly obviously apparently unfortunately meanwhile otherwise later once soon
    please email call contact click visit check ask choose select send add enter open close press follow remember forget
    imagine consider suppose let see look listen read write use make take give get go come keep put set try turn help
    stop start begin find tell say think know want need believe hope wonder thank thanks sorry yes first second third
    next last also even only almost nearly quite rather really truly simply certainly clearly indeed instead besides
    mon tue wed thu fri because although though unless until whereas whether
    accordingly additionally afterwards alas amen amongst apart aside bless bravo certainly clearly curiously definitely
    depending despite exactly fortunately goodbye gosh hardly hey honestly hurrah hurry ideally imagine incidentally
    instantly lastly listen luckily merely namely naturally nevertheless nonetheless oddly ouch outwardly overnight
    presently presumably regardless remarkably sadly secondly similarly slightly so-so specially strangely suppose
    supposedly thereafter thereupon thirdly ultimately upstairs downstairs wait welcome whatsoever ye yours mom dad mum
    mama papa grandma grandpa sweetheart darling captain commander earthman earthmen spaceship hello anyhow anyway behold
    """

  private static let list = """
    ability absence academic accept acceptance access account accounting accuracy achievement act action active activity
    actual add addition additional address adjustment administration administrative administrator admission adult
    advance advanced advantage adverse advice advisory affair afternoon agency agenda agent agreement aid air alert
    allowance allow almost alone alternative alternate amendment amount analysis analyst announcement annual answer
    anybody anyone anything anywhere appeal appendix applicable applicant application appointment approach approval area
    argument arrangement arrival article aspect assembly assertion assessment asset assignment assistance assistant
    associate association assurance attack attempt attendance attention attribute audience audit authentication
    authenticator author authority authorization authorized automatic availability available average award aware away
    back background backup bad balance ball band bank bar base basic basis bank bed beginning behavior benefit best better
    bid big bill binding biometric birth black block blue board body bond bonus book border bottom bound box boy branch
    breach break brief bright broad brother budget build building bulletin bureau business buy cabinet calendar call
    camera campaign capacity capital car card care career carrier case cash category cause center central centre
    certain certificate certification chain chair chairman chairperson challenge chamber chance change channel chapter
    character charge charter chart check chief child children choice church circle city civil claim class classification
    clause clear clerk client clinic close closed club coach code coffee collection college color column combination
    comment commerce commission commissioner committee common communication community company comparison compensation
    competition complaint complete compliance component compromise computer concept concern conclusion condition conduct
    conference confidence confirmation conflict connection consent consequence consideration constitution construction
    consultant consumer contact content context contingency continue continued contract contractor contribution control
    convention conversation copy core corner corporate corporation correct correspondence cost council counsel counselor
    count country county couple course court cover coverage creation credential credit crew crime criminal crisis
    criteria critical cross culture currency current custom customer cut cycle daily dance danger dark data database
    date daughter day dead deal dear death debate debt decision deduct deductible deep default defense definition degree
    delivery demand democracy department dependent deposit deputy derived description design designer desk detail
    determination development device diagram dictionary difference different digital dinner direct direction director
    directory disability disclosure discount discovery discussion disease display distribution district division doctor
    document documentation dog domain door double doubt down draft drawing dream drive driver dry duty early
    earth east eastern easy economic economy edge edition editor education educational effect effective effort eight
    elected election electronic element eligibility eligible email emergency employee employer employment empty encryption
    end energy enforcement engine engineer engineering enough enrollment enrolment enterprise entire entity entry
    environment environmental equal equipment equity error especially essential establishment estate estimate evaluation
    evening event eventually everybody everyday everyone everything everywhere evidence evil examination example excellent
    except exception exchange excuse executive exercise existing exit expense experience expert explanation express
    extension external extra eye face facility fact factor faculty fair faith fall family famous far farm fashion fast
    father fault favor favorite feature federal federation fee feedback feeling fellow female few field fight figure file
    film final finally finance financial fine finger fire firm first fiscal fish five fixed flag flat flexible flight floor
    flow focus folder food foot force foreign forest forget form formal format former fort forum forward foundation four
    frame framework fraud free freedom frequently fresh friend front full fun function fund fundamental future gain game
    garden gas gate gateway general generally generation gentleman gentlemen gift girl give glass global goal god gold
    good goods government grade graduate grand grant great green ground group growth guard guest guidance guide guideline
    half hall hand handbook handling hard hardware head header health healthy heart heat heavy height help hidden high
    higher highway hill hire hiring historical history hold holder holiday home honest honor honorable hope hospital hot
    hotel hour house household housing human husband ice idea ideal identification identifier identity illness image
    immediate immediately impact implementation important improvement incident include income increase indeed independent
    index indian individual industrial industry information infrastructure initial initially initiative injury inside
    inspection inspector institute institution instruction instructor insurance integrity intelligence intent interest
    interesting interface interim intermediate internal international internet interview introduction inventory
    investigation investment invitation island issue item job joint journal judge judgment jump junior just justice keep
    key kid kind king kitchen knowledge labor laboratory labour lack lady lake land language large last late later latest
    latter laugh launch law lawyer layer lead leader leadership league learn learning lease leave lecture left legal
    legislation legislative lesson letter level liability liberty library license life light like limit limited line link
    list literature little live living load loan local location lock log logic login long longer look loss lost lot love
    lovely low lower luck lunch machine magazine magic mail main maintenance major majority make male man management
    manager manual manufacturer map margin mark market marketing marriage married mass master match material matrix matter
    maximum maybe meal meaning meanwhile measure measurement mechanism media medical medicine medium meet meeting member
    membership memorandum memorial memory men mental mention menu merit message metadata metal method middle midnight
    might military mind mine minimum minister ministry minor minute miscellaneous mission mistake mobile mode model
    modern modification module moment money monitor monitoring month monthly moon moral morning mortgage mother motion
    mountain mouth move movement movie multiple museum music mutual myself name narrow nation national native natural
    nature near nearby nearly necessary need negative network neutral new news newspaper next nice night nine nobody
    nonsense noon normal normally north northern notebook nothing notice notification notion novel nowhere nuclear
    number numerous nurse object objection objective obligation observation obviously occasionally ocean offer office
    officer official often oil old older once ongoing online only open opening operating operation operational operator
    opinion opportunity option optional orange order ordinary organization organizational organisation orientation origin
    original originally otherwise ought outcome outdoor outer outline output outside outstanding overall overview owner
    ownership package paid pain paint pair paper paragraph parent park parking parliament parliamentary part participant
    participation particular particularly partner partnership party pass passage passenger passport password past patch
    path patient pattern pause pay payment payroll peace pension people percent perfect performance perhaps period
    permanent permission permit person personal personnel perspective phase phone photo physical physician picture piece
    place plain plan plane planet planning plant platform play player please plenty pocket point police policy political
    politics pool poor pop popular population port portal portion position positive possession possibility possible
    possibly post postal pot potential poverty power powerful practical practice prayer precise preface preference
    preferred preliminary premium preparation presence present presentation preservation president press pressure
    prevention previous previously price primary prime prince princess principal principle print printing prior priority
    prison privacy private privilege prize probably problem procedure proceedings process processing producer product
    production profession professional professor profile profit program programme progress project prominent promise
    promotion proof proper property proposal proposed prospect protection protective protocol prototype proud provider
    province provision public publication publisher purchase purpose qualification qualified quality quarter queen query
    question quick quickly quiet quite quota quote race radio rail rain range rank rapid rare rarely rate rather
    rating raw reach reaction reader reading ready real reality really rear reason reasonable receipt receive recent
    recently reception recipient recognition recommendation record recording recovery recreation red reduction reference
    reform refund refusal regarding region regional register registration regular regulation regulatory relation
    relationship relative release relevant relief religion religious remember remote removal renewal rent repair repeat
    replacement reply report reporter reporting repository representation representative republic reputation request
    requirement research reservation reserve reset residence resident resolution resource response responsibility
    responsible rest restaurant restricted result retention retirement return revenue review revision revolution right
    rise risk river road rock role roll roof room root rough round route routine row royal rule run rural safe safety
    salary sale same sample sand satisfaction save saving savings scale scene schedule scheme scholarship school science
    scientific scientist scope score screen sea seal search season seat second secondary secret secretary section sector
    security segment select selected selection senate senior sense sensitive separate sequence series serious seriously
    server service session set setting settlement seven several severe sex shape share sharing sheet shelf shell shift
    ship shipping shop short shot show side sign signal signature significant significantly silence silver similar simple
    simply since single sir sister site situation six size skill skin sky slow slowly small smart smooth snow so-called
    social society soft software soil solar soldier sole solid solution somebody somehow someone something sometime
    sometimes somewhat somewhere son song soon sort soul sound source south southern space spare speaker speaking special
    specialist specific specifically specification speech speed spending spirit sponsor sport spot spouse spring square
    stability staff stage staging standard standing star start starting state statement station statistics status statute
    statutory stay steel step still stock stone stop storage store storm story straight strange strategic strategy stream
    street strength stress strict strike string strong structure student studio study stuff style subject submission
    subscriber subsequent substance substitute success successful such sudden suddenly sufficient suggestion suit suite
    summary summer sun super superior supervisor supplement supplemental supplementary supplier supply support supreme
    sure surely surface surprise surprisingly surrounding survey survivor sweet swiss symbol system table tail tale target
    task tax teacher teaching team tech technical technique technology teen telephone television temperature template
    temporary ten tenant term terminal terrible territory test testing text thank theme theory therapy thinking third
    though thought three threat throughout thrift ticket tight time timeline timely title tobacco today together token
    tomorrow tone tonight tool top topic total touch tough tour toward towards tower town track trade tradition traditional
    traffic trail training transaction transfer transit transition translation transport transportation travel treasury
    treatment treaty tree trend trial tribunal trip trouble truck true truly trust truth try turn twice two type typical
    typically uncle understand understanding undoubtedly unfortunately unified union unique unit united universal universe
    university unknown unless unlike unlikely update upper urban urgent usage use useful user usual usually utility valid
    validation valley value variable variety various vehicle vendor venture verification verifier version very veteran
    vice victim victory video view village violation violence virtual virtually visible vision visit visitor vital voice
    volume voluntary volunteer vote voter wait wall war warm warning warranty waste watch water wave way weapon weather
    web website wedding week weekend weekly weight welcome welfare west western wheel whenever whereas wherever whether
    whichever white whoever whole wide widespread wife wild will willing wind window wine wing winner winter wireless wish
    woman women wonder wonderful wood word work worker working workshop world worldwide worry worse worth write writer
    writing written wrong yard year yellow yesterday yet young youth zone
    """
}
