"""What is left of a sentence when what was asked is taken out of it, and of which sentences nothing may be taken."""

from __future__ import annotations

import pytest

from moot.tally.answers.restated import said_beyond, same_city


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("When did the war end?", "It ended in 1945.", "1945"),
        ("When did the war end?", "The war ended in the year 1945.", "1945"),
        ("When did it open?", "It opened on May 3, 1999.", "May 3, 1999"),
        ("Wann endete der Krieg?", "Der Krieg endete 1945.", "1945"),
        ("How many members has the EU?", "The EU has 27 members.", "27"),
        ("Wie viele Mitglieder hat die EU?", "Die EU hat 27 Mitglieder.", "27"),
        ("At what temperature does water boil?", "Water boils at 100 °C.", "100 °C"),
        ("Where was Napoleon born?", "He was born on Corsica.", "Corsica"),
        ("Who wrote Faust?", "Goethe wrote Faust.", "Goethe"),
        ("Who wrote Faust?", "Goethe did.", "Goethe"),
        ("Which elements does water consist of?", "Water consists of hydrogen and oxygen.", "hydrogen and oxygen"),
        ("中国的首都是哪里？", "中国的首都是北京。", "北京"),
        ("中国的首都是哪里？", "我认为是北京。", "北京"),
        ("谁写了《阿Q正传》？", "鲁迅写了《阿Q正传》。", "鲁迅"),
    ],
)
def test_what_was_asked_is_taken_out_of_a_sentence(question: str, answer: str, said: str) -> None:
    assert said_beyond(question, answer) == said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which team did Brazil beat?", "Germany beat Brazil."),
        ("Who beat Brazil?", "Brazil beat Germany."),
        ("Who beat Brazil?", "Germany was beaten by Brazil."),
        ("Wen schlug Brasilien?", "Deutschland schlug Brasilien."),
        ("How many goals did Spain score against Italy?", "Italy scored 2 goals against Spain."),
        ("How many wheels has a car?", "A car has 4 doors."),
        ("When did the war end?", "It began in 1939 and ended in 1945."),
        ("When did the war end?", "It may have ended in 1945."),
        ("When did the war end?", "It did not end in 1945."),
        ("When did the war end?", "Did it end in 1945?"),
        ("When did the war end?", "It ended in 1945. It began in 1939."),
        ("When did the war begin and when did it end?", "It ended in 1945."),
        ("When did the war end?", "It ended in 1945, in May."),
        ("When did the war end?", ""),
        ("谁打败了巴西？", "巴西打败了德国。"),
        ("中国的首都是哪里？", "可能是北京。"),
        ("中国的首都是哪里？", "是北京，不是上海。"),
    ],
)
def test_nothing_is_taken_out_where_it_is_not_one_thing_for_certain(question: str, answer: str) -> None:
    assert said_beyond(question, answer) == ""


def test_a_city_is_the_same_with_the_word_for_it_unless_another_kind_of_place_is_asked_for() -> None:
    assert same_city("中国的首都是哪里？", "北京", "北京市。")
    assert not same_city("哪个省在北方？", "吉林", "吉林市")
    assert not same_city("中国的首都是哪里？", "北京", "上海市")
