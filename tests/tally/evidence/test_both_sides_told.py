"""Is a wrong answer in the same words told to be wrong as often as a right one is told to be right?

A form of sentence in which only the right answer could be told would make members look better than they are, and one in
which only the wrong one could, worse. Each form is read with the known answer in it and with another one.
"""

from __future__ import annotations

import pytest

from moot.tally.evidence.known_answers import Answered, known_answers

FORMS = {
    ("What is the capital of France?", "Paris", "Lyon"): (
        "{}",
        "{}.",
        "The capital is {}.",
        "The capital of France is {}.",
        "It is {}.",
        "It's {}.",
        "{} is the capital of France.",
        "{}, of course.",
        "I think {}.",
        "The answer is {}.",
        "Answer: {}",
        "**{}**",
        "The capital of France is {}, which lies on a river.",
        "{} is the capital.",
        "{} (the largest city).",
        "My answer: {}. It has been so for centuries.",
        "France's capital is {}.",
        "That would be {}.",
        "{} - final.",
        "The capital of France is the city of {}.",
        "The city of {}.",
        "Definitely {}!",
        "{}\n\nIt has been the seat of government for long.",
        "As far as I know the capital of France is {}.",
        "The capital city of France is {}.",
    ),
    ("Wie heißt die Hauptstadt von Österreich?", "Wien", "Graz"): (
        "{}",
        "Die Hauptstadt von Österreich heißt {}.",
        "Sie heißt {}.",
        "Die Hauptstadt ist {}.",
        "{} ist die Hauptstadt von Österreich.",
        "Es ist {}.",
        "Die Antwort lautet {}.",
        "Das ist {}.",
        "Österreichs Hauptstadt ist {}.",
    ),
    ("Who wrote Faust?", "Goethe", "Schiller"): (
        "{}",
        "{} wrote Faust.",
        "Faust was written by {}.",
        "It was written by {}.",
        "The author is {}.",
        "The author of Faust is {}.",
        "{} did.",
        "By {}.",
        "It was {}.",
        "It was {} who wrote Faust.",
        "{} wrote it.",
        "The poet {} wrote Faust.",
        "Johann {}",
    ),
    ("Who painted the Night Watch?", "Rembrandt", "Vermeer"): (
        "{} painted the Night Watch.",
        "{} painted it.",
        "The Night Watch was painted by {}.",
        "The painter was {}.",
        "The Night Watch is by {}.",
    ),
    ("When did the war end?", "1945", "1918"): (
        "{}",
        "In {}.",
        "It ended in {}.",
        "The war ended in {}.",
        "The war ended in the year {}.",
        "The war ended in May {}.",
        "{} was the year.",
        "The war came to an end in {}.",
        "It was {}.",
        "The end of the war was in {}.",
        "It was over in {}.",
    ),
    ("How many members has the EU?", "27", "28"): (
        "{}",
        "The EU has {} members.",
        "It has {} members.",
        "It has {}.",
        "There are {} members.",
        "{} members.",
        "{} countries.",
        "The EU currently has {} members.",
        "The number of members is {}.",
        "The EU consists of {} members.",
        "The EU has {} member states.",
    ),
    ("Wie viele Mitglieder hat die EU?", "27", "28"): (
        "{}",
        "Die EU hat {} Mitglieder.",
        "Sie hat {} Mitglieder.",
        "Es sind {}.",
        "{} Mitglieder.",
        "{} Länder.",
        "Die EU hat derzeit {} Mitglieder.",
        "Es gibt {} Mitglieder.",
    ),
    ("At what temperature does water boil at sea level?", "100 °C", "90 °C"): (
        "{}",
        "Water boils at {}.",
        "It boils at {}.",
        "At {}.",
        "Water boils at {} at sea level.",
        "The boiling point is {}.",
    ),
    ("中国的首都是哪里？", "北京", "上海"): (
        "{}",
        "{}。",
        "中国的首都是{}。",
        "首都是{}。",
        "是{}。",
        "答案是{}。",
        "{}是中国的首都。",
        "{}市",
        "我认为是{}。",
        "中国首都是{}。",
    ),
    ("Which elements does water consist of?", "hydrogen and oxygen", "hydrogen and helium"): (
        "{}",
        "Water consists of {}.",
        "It consists of {}.",
        "Water is made of {}.",
        "It is made up of {}.",
        "The elements are {}.",
    ),
    ("Where was Napoleon born?", "Corsica", "Sardinia"): (
        "{}",
        "Napoleon was born in {}.",
        "He was born on {}.",
        "In {}.",
        "Napoleon was born on the island of {}.",
        "On {}.",
    ),
    ("When was the treaty signed?", "3 May 1999", "4 May 1999"): (
        "{}",
        "The treaty was signed on {}.",
        "It was signed on {}.",
        "On {}.",
        "It was signed on {} in Rome.",
    ),
    ("What share of the votes is needed?", "60 %", "50 %"): (
        "{}",
        "{} of the votes.",
        "{} of the votes is needed.",
        "{} is needed.",
        "A share of {} is needed.",
        "{} are needed.",
    ),
    ("What does it cost?", "$1,250", "$1,350"): (
        "{}",
        "It costs {}.",
        "The cost is {}.",
        "It is {}.",
        "{} in total.",
        "The price is {}.",
    ),
}
"""Question, its known answer and a wrong one; and the forms of both."""
NAME_AND_MORE = {"{}\n\nIt has been the seat of government for long.", "My answer: {}. It has been so for centuries."}
"""Where more is said behind a name that stands alone, the right one is known when it is met; of another nobody can tell
by form whether it is a name, a heading or an interjection."""
NOT_RIGHT = (
    (
        "Who beat Brazil in 2014?",
        "Germany",
        (
            "Brazil beat Germany.",
            "Germany was beaten by Brazil.",
            "Brazil beat Germany in 2014.",
            "In 2014 Brazil beat Germany.",
        ),
    ),
    ("Which team did Brazil beat?", "Germany", ("Germany beat Brazil.",)),
    ("Wen schlug Brasilien?", "Deutschland", ("Deutschland schlug Brasilien.",)),
    (
        "How many goals did Spain score against Italy?",
        "2",
        ("Italy scored 2 goals against Spain.", "Spain scored 2 more goals."),
    ),
    ("When did Rome fall?", "476", ("Rome did not fall in 476.", "Rome fell in 476 or 480.", "Rome rose in 476.")),
    ("Who is older, Ann or Bob?", "Ann", ("Bob is older than Ann.", "Bob is older, Ann younger.")),
    (
        "Which planet is closest to the sun?",
        "Mercury",
        ("Mercury is not closest.", "Venus is closest, Mercury second."),
    ),
    (
        "Which countries border Chad?",
        "Niger and Libya",
        ("Libya", "Niger or Libya", "Niger, Libya and Mali", "not Niger and Libya"),
    ),
    ("In which order come red, green?", "red, green", ("green, red", "green and red")),
    ("Wer ist der Vater von Anna?", "Karl", ("Anna ist der Vater von Karl.", "Karl ist der Sohn von Anna.")),
    ("Who taught Plato?", "Socrates", ("Plato taught Socrates.", "Socrates was taught by Plato.")),
    ("谁打败了巴西？", "德国", ("巴西打败了德国", "德国被巴西打败了", "不是德国")),
    ("中国的首都是哪里？", "北京", ("北京不是中国的首都", "可能是北京", "北京或上海", "中国的首都是上海，不是北京")),
    ("哪个省在北方？", "吉林", ("吉林市",)),
    (
        "How many wheels has a car?",
        "4",
        ("A car has 4 doors.", "A car has 4 wheels and 1 spare.", "It has 4 too many.", "A car has 4 1/2 wheels."),
    ),
    (
        "When was he born?",
        "1945",
        ("He died in 1945.", "He was born before 1945.", "He was born after 1945.", "He was born around 1945."),
    ),
    (
        "What does it cost?",
        "$5",
        ("It costs $5 more.", "It costs $5 per month.", "It costs 5 euros.", "It costs $5 million."),
    ),
    (
        "Where is the treaty kept?",
        "Rome",
        ("The treaty is kept outside Rome.", "The treaty is kept near Rome.", "The treaty was signed in Rome."),
    ),
    ("How much is 10 % of 50?", "5", ("5 %",)),
    ("How far is it from A to B?", "12 km", ("From B to C it is 12 km.", "12 miles")),
    ("When did the company buy the other?", "2001", ("The other bought the company in 2002.",)),
)
"""What says the known words, and something else with them."""
NOT_WRONG = (
    (
        "Who wrote Faust?",
        "Goethe",
        (
            "Johann Wolfgang von Goethe wrote Faust.",
            "Johann Wolfgang von Goethe",
            "J. W. Goethe",
            "Göthe",
            "Nobody else than Goethe wrote Faust.",
            "The same who wrote Werther.",
            "Who wrote Faust was Goethe.",
        ),
    ),
    (
        "What is the capital of the USA?",
        "Washington, D.C.",
        ("Washington", "Washington DC", "It is Washington.", "The capital is Washington."),
    ),
    (
        "When did WWII end?",
        "1945",
        (
            "It ended on 2 September 1945.",
            "In the middle of the forties.",
            "1945-09-02",
            "World War II ended in the 1940s.",
            "It ended with the surrender of Japan in 1945.",
        ),
    ),
    (
        "How many days has a leap year?",
        "366",
        ("It has 366 days.", "one more than 365", "A leap year has 366 days instead of 365.", "365 + 1"),
    ),
    (
        "What is the boiling point of water?",
        "100 °C",
        ("212 °F", "373.15 K", "It is 212 degrees Fahrenheit.", "Water boils at 373 K."),
    ),
    (
        "How long is a marathon?",
        "42.195 km",
        ("42,195 m", "A marathon is 42.195 kilometres long.", "26.2 miles", "about 42 km"),
    ),
    (
        "Which elements does water consist of?",
        "hydrogen and oxygen",
        (
            "H and O",
            "oxygen, hydrogen",
            "It consists of oxygen and hydrogen.",
            "hydrogen (two parts) and oxygen (one part)",
        ),
    ),
    (
        "When was the treaty signed?",
        "3 May 1999",
        ("in 1999", "May 1999", "On 3rd May, 1999", "1999-05-03", "It was signed on Monday, 3 May 1999, in Rome."),
    ),
    (
        "Wer schrieb Faust?",
        "Goethe",
        ("Goethe schrieb ihn.", "Johann Wolfgang von Goethe schrieb Faust.", "Der Dichter Goethe."),
    ),
    (
        "中国的首都是哪里？",
        "北京",
        (
            "首都是北京",
            "北京市。",
            "是北京市",
            "中国首都为北京",
            "中华人民共和国的首都是北京",
            "这个城市历史悠久，人口众多",
        ),
    ),
    ("Who discovered penicillin?", "Alexander Fleming", ("Fleming", "Fleming discovered it.", "Sir Alexander Fleming")),
    ("How many states has the USA?", "50", ("The USA has fifty states.", "Fifty.", "It has 50 states and 1 district.")),
)
"""What says in other words what is right, or nothing that could be wrong."""


def told(question: str, known: str, answer: str) -> str:
    found = known_answers([Answered(question=question, known=known, answers={}, verdict=answer)], {})
    assert found is not None
    return next(side for side in ("right", "wrong", "unread") if getattr(found.council, side))


@pytest.mark.parametrize("of", FORMS, ids=lambda of: of[0])
def test_what_is_told_right_in_these_words_is_told_wrong_in_them(of: tuple[str, str, str]) -> None:
    question, right, wrong = of
    for form in FORMS[of]:
        sides = told(question, right, form.format(right)), told(question, right, form.format(wrong))
        allowed = {("right", "wrong"), ("unread", "unread")} | (
            {("right", "unread")} if form in NAME_AND_MORE else set()
        )
        assert sides in allowed, (form, sides)


def test_most_forms_are_told() -> None:
    sides = [told(of[0], of[1], form.format(of[1])) for of in FORMS for form in FORMS[of]]
    assert sides.count("right") >= 0.7 * len(sides)


@pytest.mark.parametrize(("question", "known", "answers"), NOT_RIGHT, ids=lambda one: str(one)[:40])
def test_the_known_words_in_another_sense_are_not_right(question: str, known: str, answers: tuple[str, ...]) -> None:
    assert "right" not in [told(question, known, answer) for answer in answers]


@pytest.mark.parametrize(("question", "known", "answers"), NOT_WRONG, ids=lambda one: str(one)[:40])
def test_the_right_thing_in_other_words_is_not_wrong(question: str, known: str, answers: tuple[str, ...]) -> None:
    assert "wrong" not in [told(question, known, answer) for answer in answers]
