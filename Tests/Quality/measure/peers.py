"""The summaries that sumy's methods make, best sentences first as long as they fit: run by a Python that has sumy.

JSON on standard input, [{"sentences": [...], "costs": [...], "room": 220}], and on standard output for each text the
numbers of the sentences that each method takes.
"""
import json
import re
import sys

from sumy.nlp.stemmers import Stemmer
from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lex_rank import LexRankSummarizer
from sumy.summarizers.luhn import LuhnSummarizer
from sumy.summarizers.sum_basic import SumBasicSummarizer
from sumy.summarizers.text_rank import TextRankSummarizer
from sumy.utils import get_stop_words

METHODS = {"LexRank": LexRankSummarizer, "TextRank": TextRankSummarizer, "SumBasic": SumBasicSummarizer, "Luhn": LuhnSummarizer}


class Words:
    """Sumy's own tokenizer wants data of NLTK's that no package brings."""

    def to_words(self, text):
        return tuple(re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+", text))


class Numbered(Sentence):
    """A sentence that is itself and no other, even if it says the same."""

    def __init__(self, number, text):
        super().__init__(text, Words())
        self.number = number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        return self.number == other.number


def chosen(method, text):
    summarizer = METHODS[method](Stemmer("english"))
    summarizer.stop_words = get_stop_words("english")
    sentences = [Numbered(number, sentence) for number, sentence in enumerate(text["sentences"])]

    def fitting(infos):
        room, taken = text["room"], []
        for info in infos:
            cost = text["costs"][info.sentence.number]
            if cost <= room:
                room -= cost
                taken.append(info)
        return taken

    document = ObjectDocumentModel([Paragraph(sentences)])
    return [sentence.number for sentence in summarizer(document, fitting)]


json.dump([{method: chosen(method, text) for method in METHODS} for text in json.load(sys.stdin)], sys.stdout)
