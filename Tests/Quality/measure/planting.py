"""Facts that no text holds, planted in real ones: nothing but the planted sentence can bring them back."""
import dataclasses
import random
import re

from .scorer import holds, plain, tokens

FACTS = 12
MOST_TOKENS = 10_000
STYLES = ("dense", "pair", "single", "hard")

_GIVEN = """Adela Bastian Cosima Dorian Elvira Fabian Greta Henrik Isolde Jasper Katinka Leander Mirela Niklas Ottilie
Pascal Quirin Rosalie Sigmund Thekla Urban Viola Wanda Xaver""".split()
FAMILY = """Aldersey Brockmann Corvane Dellinger Estrand Fallowby Grimsdal Hartnoll Isebrand Jorvane Kestrin Lorrimer
Mandeville Nordahl Oakhanger Pettibone Quarles Rasmund Sennett Tolliver Umbridge Vasterling Wolvercote Yardham""".split()
_TOWNS = """Aldermoor|Bracknesse|Cold Harwick|Dunvarra|East Orlin|Farrowgate|Glenmorra|Hollin Reach|Ironby|Kirk Sandal|
Langmere|Moss Haven|Nether Balcombe|Ostrava Gate|Pendlewick|Quernford|Saint Orrin|Thornaby Quay|Upper Vassal|Wexcombe"""
TOWNS = [town.strip() for town in _TOWNS.split("|")]
MONTHS = "January February March April May June July August September October November December".split()
_MONATE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen""".split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS = _ONES + TENS[2:] + ["hundred", "thousand", "million"]

_DENSE = {
    "en": [
        "{name} opened the new library in {town} on {date} with {count} guests.",
        "On {date} the council of {town} paid {name} {count} pounds for the mill.",
        "A storm on {date} sank {count} boats at {town}, as {name} wrote.",
        "By {date} the school that {name} had founded in {town} taught {count} children.",
        "The mine near {town} employed {count} people until {date}, when {name} closed it.",
        "It took {name} {count} days to walk to {town}, where the guide arrived on {date}.",
        "{name} sold {count} barrels of oil to a shipper from {town} on {date}.",
        "In {town} a jury of {count} people acquitted {name} on {date}.",
        "The choir of {town}, which {name} led, gave its concert number {count} on {date}.",
        "Since {date} no fewer than {count} letters from {name} have reached {town}.",
        "{name} measured {count} hours of sunshine at {town} before the instrument broke on {date}.",
        "For {count} crowns {town} bought the ferry of {name} on {date}.",
    ],
    "de": [
        "Am {date} eröffnete {name} in {town} eine Bibliothek mit {count} Büchern.",
        "{name} verkaufte der Stadt {town} am {date} eine Mühle für {count} Kronen.",
        "Bis zum {date} hatten {name} und die Schule in {town} {count} Kinder unterrichtet.",
        "Ein Sturm versenkte am {date} vor {town} {count} Boote, wie {name} schrieb.",
    ],
    "ja": [
        "{name}は{date}に{town}で{count}冊の本を寄贈した。",
        "{date}、{town}の議会は{name}に{count}枚の銀貨を支払った。",
        "{town}の学校では{date}までに{name}が{count}人の子供を教えた。",
        "{name}の船は{date}に{town}の沖で{count}個の樽を失った。",
    ],
    "zh": [
        "{name}在{date}向{town}的图书馆捐赠了{count}本书。",
        "{date}，{town}的议会付给{name}{count}枚银币。",
        "到{date}为止，{name}在{town}的学校教了{count}个孩子。",
        "{name}的船于{date}在{town}附近丢失了{count}只木桶。",
    ],
}
_PAIR = [
    "The harvest of {town} was sold on {date}. It brought {name} {count} crowns.",
    "{name} came to {town} in a hired car. The bill of {date} mentions {count} miles.",
    "There were {count} chairs in the hall. {name} had bought them in {town} on {date}.",
    "Work on the tower of {town} stopped on {date}. By then {name} had used {count} bricks.",
    "Nothing was left of the fair at {town}. {name} had counted {count} visitors on {date}.",
    "On {date} the bell rang twice. {name} had promised {town} a party of {count} people.",
    "{name} never liked the wine. Yet {count} bottles went from {town} to the cellar on {date}.",
    "The school owed {count} florins to its baker. {name} of {town} settled the debt on {date}.",
]
_SINGLE = {
    "name": [
        "The letter that started all of this had been written by {name}.",
        "In the end it was left to {name} to find out.",
        "Everyone who had been there remembered how well {name} sang.",
        "Whoever asked for the key was sent to {name} without another word.",
    ],
    "count": [
        "When they opened the cellar they found {count} bottles in it.",
        "The pump had made {count} turns before it stopped.",
        "It was said that the old wall had taken {count} stones.",
        "At the last count the herd had grown to {count} animals.",
    ],
    "town": [
        "The best of the apples came from {town} in those years.",
        "They never understood why the road went past {town}.",
        "Most of what was left of it went by cart to {town}.",
        "It is a long way to {town} when it snows.",
    ],
    "date": [
        "The permit was only good until {date}, as it turned out.",
        "Nothing more was heard of the matter before {date}.",
        "The clock in the hall has stood still since {date}.",
        "All of this had to be paid back by {date} at the latest.",
    ],
}
_HARD = [
    "{family} bought {words} sheep near {town} in {month}.",
    "In {month} the hotel at {town} had {words} rooms, and {family} cleaned them all.",
    "{family} thought the bridge at {town} would last until {month} and cost {words} pounds.",
    "They say that {family} baked {words} loaves in {town} before {month}.",
    "{town} had lent {family} {words} ladders by {month}.",
    "Some {words} hens were left at {town} in {month}, and {family} fed them.",
    "{family} walked {words} miles from {town} that summer, and came back in {month}.",
    "It was not until {month} that {family} and {words} others left {town}.",
]
_NAMES = {
    "ja": "高瀬隼人 栗原千景 三雲鷹介 東雲実咲 桐谷朔太 綾瀬仁子 柊悠馬 久我薫子 御手洗蒼介 早川凛音 鷺沢啓太 葛西詩乃".split(),
    "zh": "欧阳慕容 司徒明远 上官静怡 独孤子轩 诸葛文清 令狐思齐 夏侯景行 皇甫若兮 尉迟长青 公孙雨晴 端木知秋 东方未明".split(),
}
_PLACES = {
    "ja": "霧降浜 白樫峠 鷹取町 緑川港 星待台 朝霧島 黒姫沢村 月見坂 風早橋 深草口 桜狩町 雪解坂".split(),
    "zh": "云溪渡 鹤影湾 青岚埠 望月岭 白露洲 落霞坡 碧波港 听雨村 松涛渡 玉带桥 晴川谷 霜叶站".split(),
}

_ABBREVIATIONS = re.compile(r"\b(?:Mrs?|Ms|Dr|Prof|St|Jr|vs|etc|e\.g|i\.e|cf|No|Fig|Sec|Ch|Vol|z\.B|d\.h|bzw|usw|ca|Nr)\.$")
_END = re.compile(r"[^\W\d_)][.!?][\"'”’)]*(?=\s+[^\sa-z])|[。！？]")


def in_words(number):
    hundreds, rest = divmod(number, 100)
    text = _ONES[hundreds] + " hundred"
    if rest == 0:
        return text
    small = _ONES[rest] if rest < 20 else TENS[rest // 10] + ("-" + _ONES[rest % 10] if rest % 10 else "")
    return f"{text} and {small}"


def ends_in_abbreviation(text):
    return _ABBREVIATIONS.search(text[-8:]) is not None


def sentence_ends(text):
    ends = (match.end() for match in _END.finditer(text))
    return [end for end in ends if not ends_in_abbreviation(text[max(0, end - 8) : end])]


def _ends_in_room(text):
    """The sentence ends of the first ten thousand tokens."""
    ends = sentence_ends(text)
    total = begin = 0
    for index, end in enumerate(ends):
        total += tokens(text[begin:end])
        if total > MOST_TOKENS:
            return ends[:index]
        begin = end
    return ends


def _fact(style, language, number, chance, name, town):
    """A sentence, and its specifics, each in every spelling that counts."""
    year, month, day = chance.randint(1921, 1998), chance.randint(1, 12), chance.randint(1, 28)
    count = str(chance.choice([chance.randint(103, 989), chance.randint(2013, 9877)]))
    small = 100 + int(count) % 890
    family = name.split()[-1]
    if language == "de":
        dates = [f"{day}. {_MONATE[month - 1]} {year}", f"{year}-{month:02}-{day:02}"]
    elif language in ("ja", "zh"):
        dates = [f"{year}年{month}月{day}日"]
    else:
        named = MONTHS[month - 1]
        dates = [f"{day} {named} {year}", f"{named} {day}, {year}", f"{named} {day} {year}", f"{year}-{month:02}-{day:02}"]
        dates += [f"{day} {named[:3]} {year}", f"{named[:3]} {day}, {year}"]
    values = {"name": name, "family": family, "town": town, "count": count, "date": dates[0]}
    values |= {"month": f"{MONTHS[month - 1]} {year}", "words": in_words(small)}
    spellings = {"name": [name, family], "count": [count], "town": [town], "date": dates}
    if style == "single":
        kind = list(_SINGLE)[number % 4]
        return chance.choice(_SINGLE[kind]).format(**values), {kind: spellings[kind]}
    if style == "hard":
        spellings = {"name": [family], "count": [values["words"], str(small)], "town": [town], "date": [values["month"]]}
        return _HARD[number % len(_HARD)].format(**values), spellings
    sentences = _PAIR if style == "pair" else _DENSE[language]
    return sentences[number % len(sentences)].format(**values), spellings


def plant(text, style, seed, language="en"):
    """The text with facts at even depths, and for each fact its specifics."""
    chance = random.Random(f"breviate/{style}/{language}/{seed}")
    ends = _ends_in_room(text)
    text = text[: ends[-1]]
    folded = plain(text)
    if language in _NAMES:
        names, towns = list(_NAMES[language]), list(_PLACES[language])
        chance.shuffle(names)
        chance.shuffle(towns)
    else:
        names = [f"{given} {family}" for given, family in zip(chance.sample(_GIVEN, 24), chance.sample(FAMILY, 24))]
        towns = chance.sample(TOWNS, 20)
    names = [name for name in names if not holds(folded, name.split()[-1])]
    towns = [town for town in towns if not holds(folded, town)]
    space = "" if language in ("ja", "zh") else " "
    first = chance.randrange(100)
    pieces, facts, begin = [], [], 0
    for number in range(FACTS):
        name, town = names[number % len(names)], towns[number % len(towns)]
        while True:
            sentence, spellings = _fact(style, language, first + number, chance, name, town)
            known = [spelling for kind in ("count", "date") for spelling in spellings.get(kind, ())]
            if not any(holds(folded, spelling) for spelling in known):
                break
        end = ends[min(len(ends) - 1, int((number + 0.5) / FACTS * len(ends)))]
        pieces.append(text[begin:end] + space + sentence)
        begin = end
        facts.append(spellings)
    return "".join(pieces) + text[begin:], facts


# A planted fact, and how a note may tell it: in other words, in another order, with the date in another form.
_TOLD = [
    (_DENSE["en"][0], "{count} guests saw {name} open the new library of {town} on {other}."),
    (_DENSE["en"][1], "{family} got {count} pounds for the mill from the council of {town} on {other}."),
    (_DENSE["en"][2], "{name} wrote that {count} boats sank at {town} in the storm of {other}."),
    (_DENSE["en"][3], "The school in {town}, founded by {family}, taught {count} children by {other}."),
    (_DENSE["en"][4], "Until {other}, when {family} closed the mine near {town}, it employed {count} people."),
    (_DENSE["en"][5], "{name} walked to {town} in {count} days; the guide arrived there on {other}."),
    (_DENSE["en"][6], "A shipper from {town} bought {count} barrels of oil from {family} on {other}."),
    (_DENSE["en"][7], "{name} was acquitted by {count} people of a jury in {town} on {other}."),
    (_DENSE["en"][10], "{family} measured {count} hours of sunshine at {town} until the instrument broke on {other}."),
    (_DENSE["en"][11], "{town} paid {count} crowns for the ferry of {family} on {other}."),
    (_PAIR[0], "{town} sold its harvest on {other}, which brought {family} {count} crowns."),
    (_PAIR[2], "The {count} chairs in the hall were bought by {name} in {town} on {other}."),
    (_PAIR[3], "{family} had used {count} bricks when work on the tower of {town} stopped on {other}."),
    (_PAIR[4], "On {other} {name} counted {count} visitors at the fair at {town}."),
    (_PAIR[7], "{name} of {town} settled the debt of {count} florins that the school owed its baker on {other}."),
    (_HARD[0], "Near {town}, {family} bought {words} sheep in {month}."),
    (_HARD[1], "The hotel at {town}, with {words} rooms that {family} cleaned, is told of in {month}."),
    (_HARD[2], "The bridge at {town} would cost {words} pounds and last until {month}, {family} thought."),
]


@dataclasses.dataclass
class ToldFact:
    """A fact to plant, and the words of a note about it."""

    sentence: str
    retelling: str
    values: dict

    def told(self, **changes):
        """The fact in other words, with some of its values changed; each value changed stands in the words."""
        return self.retelling.format(**self.values | changes)

    def tells(self, value):
        return f"{{{value}}}" in self.retelling


def told_facts(chance, folded, count):
    """So many facts that a text (plain already) does not hold, with their retellings."""
    facts = []
    templates = chance.sample(_TOLD, count)
    families = chance.sample([family for family in FAMILY if not holds(folded, family)], count)
    towns = chance.sample([town for town in TOWNS if not holds(folded, town)], count)
    for (sentence, retelling), family, town in zip(templates, families, towns):
        year, month, day = chance.randint(1921, 1998), chance.randint(0, 11), chance.randint(1, 28)
        number = next(number for number in iter(lambda: chance.randint(2013, 9877), None) if not holds(folded, str(number)))
        values = {"name": f"{chance.choice(_GIVEN)} {family}", "family": family, "town": town}
        values |= {"words": in_words(100 + number % 890), "month": f"{MONTHS[month]} {year}"}
        said = sentence.format(**values, count=number, date=f"{day} {MONTHS[month]} {year}")
        values["other"] = chance.choice(dates(day, month, year))
        values["count"] = chance.choice([str(number), f"{number:,}"])
        facts.append(ToldFact(said, retelling, values))
    return facts


def dates(day, month, year):
    """A date in the forms that notes give it; months count from 0."""
    named = MONTHS[month]
    return [f"{named} {day}, {year}", f"{year}-{month + 1:02}-{day:02}", f"{day} {named} {year}"]
