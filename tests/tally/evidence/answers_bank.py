"""Questions, their known answers, and what people answer to them: right in other words, and wrong."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """A question, and answers of which a reader knows whether they are right."""

    question: str
    known: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]


METRES, TALL = "How tall is the tower, in metres?", "How tall is the tower?"
BANK = (
    # a bare number is in the unit that the question asks for
    Asked(
        METRES,
        "324",
        ("324", "324 m", "324 metres", "0.324 km", "32400 cm", "32,400 cm", "It is 324 m tall.", "about 324 m"),
        ("324 ft", "324 km", "324 feet", "324 cm", "324 yards", "330", "330 m", "3.24 km", "It is 324 feet tall."),
    ),
    Asked("Wie hoch ist der Turm in Metern?", "324", ("324 Meter", "0,324 km", "32400 cm"), ("324 Fuß", "324 km")),
    Asked("塔有多高？以米为单位。", "324", ("324米", "0.324公里", "324"), ("324公里", "324厘米", "330米")),
    Asked("这座塔高多少米？", "324", ("324米", "324"), ("324公里", "325米", "324 ft")),
    Asked(
        "Wie schwer ist es, in Kilogramm?",
        "50",
        ("50 kg", "50", "50000 g", "0,05 Tonnen", "50 Kilogramm"),
        ("50 g", "50 mg", "5 kg", "50 Tonnen"),
    ),
    Asked("How many kilometres is it to Rome?", "12", ("12 km", "12,000 m", "12"), ("12 miles", "12 m", "13")),
    Asked("How many minutes does it take?", "90", ("90 min", "1.5 hours", "1 h 30 min"), ("90 s", "90 hours", "1 h")),
    Asked("How many days has a leap year?", "366", ("366 days", "52 weeks and 2 days"), ("366 weeks", "365 days")),
    Asked("What is the boiling point in °C?", "100", ("100 °C", "212 °F"), ("100 °F", "90 °C")),
    Asked("What does it cost, in euros?", "5", ("5 €", "€5", "5 euros"), ("$5", "6 €", "5 dollars")),
    Asked("How fast is light in kilometres per second?", "300000", ("300,000 km/s", "300000"), ("300000 m/s",)),
    Asked("How large is it, in square metres?", "100", ("100 m²", "100 square metres"),
          ("100 m", "100 km²", "100 metres")),
    Asked("How many points did the team in second place have?", "12", ("12", "12 points"), ("13", "11 points")),
    Asked("How many feet has an insect?", "6", ("6", "six", "6 feet"), ("8", "8 feet")),
    Asked("How many quarters has a year?", "4", ("4", "4 quarters", "four"), ("3 quarters", "3")),
    # durations and lengths of several units
    Asked(
        "How long does the film last?",
        "150 minutes",
        ("2 hours 30 minutes", "2.5 h", "2 Stunden 30 Minuten", "2 h 30 min", "two and a half hours", "2 h 30",
         "2 hours and 30 minutes", "2小时30分钟", "150 min", "9000 s", "zweieinhalb Stunden", "2 1/2 hours"),
        ("2 hours", "2 hours 20 minutes", "150 hours", "3 Stunden 30 Minuten", "2.3 h", "2小时20分钟", "1 h 30"),
    ),
    Asked("How tall is she?", "1.75 m", ("1 m 75", "175 cm", "1 m 75 cm"), ("1 m 57", "5 ft 1 in", "75 cm")),
    Asked("How tall is he?", "70 inches", ("5 ft 10 in", "5 feet 10 inches", "5 ft 10"), ("5 ft 1 in", "6 ft")),
    Asked("Wie lange dauert es?", "30 Minuten", ("eine halbe Stunde", "half an hour", "半小时", "1800 s", "0,5 h"),
          ("eine Stunde", "3 Minuten", "30 Sekunden")),
    Asked("Wie lange dauert es?", "1 h 20 min", ("80 Minuten", "80 min", "1 Stunde und 20 Minuten"), ("120 Minuten",)),
    # fractions
    Asked(
        "What part of it is left?",
        "3/4",
        ("three quarters", "drei Viertel", "75 %", "0.75", "three-quarters", "¾", "dreiviertel", "四分之三", "6/8"),
        ("1/4", "one quarter", "ein Viertel", "25 %", "two thirds", "0.34", "三分之一", "4/3"),
    ),
    Asked("Which fraction?", "1/2", ("half", "one half", "a half", "die Hälfte", "50 %", "0.5", "一半"), ("a third",)),
    Asked("Wie groß ist der Anteil?", "2/3", ("zwei Drittel", "two thirds", "2/3"), ("ein Drittel", "zwei Fünftel")),
    Asked("How many litres?", "2.5", ("two and a half", "2 1/2", "2.5 l", "2500 ml"), ("2.5 ml", "25", "2 l")),
    # years
    Asked("When did it begin?", "1914", ("in 1914", "It began in 1914.", "im Jahr 1914", "1914年", "1914 AD"),
          ("1915", "In 1918.", "1914 BC", "1915年")),
    Asked("When did he die?", "44 BC", ("44 v. Chr.", "44 BCE", "公元前44年"), ("45 BC", "44 AD")),
    # formulas and names
    Asked("Which gas do plants take in?", "carbon dioxide", ("CO2", "CO₂", "Kohlendioxid", "二氧化碳", "the gas CO2"),
          ("oxygen", "nitrogen", "Sauerstoff", "氧气", "O2")),
    Asked("Which gas do plants take in?", "CO2", ("CO₂", "carbon dioxide", "CO2 gas"), ("oxygen", "O2", "O₂")),
    Asked("What is salt made of?", "sodium chloride", ("NaCl", "Natriumchlorid", "NaCl (salt)"), ("water",)),
    Asked("What is H2O?", "water", ("Wasser", "水", "Water."), ("oxygen", "methane")),
    Asked(
        "What are the two main gases of the air?",
        "nitrogen and oxygen",
        ("Stickstoff und Sauerstoff", "oxygen and nitrogen", "N2 and O2", "氮气和氧气", "Oxygen, nitrogen"),
        ("nitrogen and helium", "Wasserstoff und Helium", "hydrogen and helium", "氢气和氦气"),
    ),
    Asked("Which metal is liquid?", "mercury", ("quicksilver", "Quecksilber", "Hg", "汞"), ("iron", "Gold", "lead")),
    # common words, of which another one may mean the same
    Asked(
        "Which is heavier, a pound of feathers or a pound of lead?",
        "Equal",
        ("The same", "They weigh the same", "Neither", "No difference", "same weight", "gleich", "一样重",
         "They are equally heavy."),
        ("Lead", "The lead", "feathers", "the feathers"),
    ),
    Asked("What is the verdict?", "innocent", ("not guilty", "acquitted", "nicht schuldig"),
          ("guilty", "not innocent")),
    Asked("Can it be done?", "impossible", ("not possible", "It cannot be done.", "no"), ("possible",)),
    Asked("Is it safe?", "yes", ("Yes.", "Ja", "是的", "Yes, it is."), ("No", "Nein.", "否", "no")),
    Asked("Is it safe?", "no", ("No.", "It is not safe.", "nein", "不是"), ("yes", "Yes, it is safe.", "ja")),
    Asked("Which sport is played most?", "Football", ("Soccer", "Fußball", "足球"), ("It is not football.",)),
    Asked("What do you call it?", "elevator", ("lift", "a lift", "Aufzug", "Fahrstuhl", "电梯"), ()),
    Asked("Welches Organ pumpt Blut?", "das Herz", ("Herz", "the heart", "心脏"), ("nicht das Herz",)),
    Asked("Wie nennt man das?", "Möhre", ("Karotte", "carrot", "gelbe Rübe"), ()),
    Asked("What is he?", "doctor", ("physician", "Arzt", "a medical doctor", "医生"), ()),
    Asked("How is the market?", "rising", ("going up", "increasing", "steigend"), ()),
    Asked("Which of the two is right, Ann or Bob?", "both", ("Both of them.", "beide", "Ann and Bob", "两个都对"),
          ("neither",)),
    Asked("Which of the two is right?", "neither", ("none of them", "keiner von beiden", "Neither one."), ("both",)),
    Asked("What causes COVID?", "SARS-CoV-2", ("the COVID-19 virus", "a coronavirus"), ()),
    Asked("Which war was it?", "World War II", ("the Second World War", "WW2", "Zweiter Weltkrieg", "World War 2"), ()),
    Asked("What colour is it?", "grey", ("gray", "Grau", "灰色"), ("green", "rot", "blue")),
    Asked("What colour is it?", "red", ("Rot", "红色", "It is red."), ("blue", "grün", "蓝色", "The colour is green.")),
    Asked("Which day is it?", "Saturday", ("Samstag", "Sonnabend", "星期六"), ("Sunday", "Montag", "星期天")),
    Asked("In which season?", "autumn", ("fall", "Herbst", "秋天"), ("spring", "Winter", "夏天")),
    Asked("In which direction?", "west", ("Westen", "westwards", "西"), ("east", "Norden", "North")),
    Asked("Which planet is largest?", "Jupiter", ("木星", "the planet Jupiter"), ("Mars", "Saturn", "土星", "Venus")),
    # names
    Asked("What is the capital of France?", "Paris", ("巴黎", "The city of Paris.", "Paris, France"),
          ("Lyon", "Lyon.")),
    Asked(
        "Welches Land gewann 1990 die Weltmeisterschaft?",
        "Germany",
        ("Deutschland", "West Germany", "BRD", "Allemagne", "德国", "die Bundesrepublik Deutschland"),
        ("Argentinien", "Italy", "Italien", "Österreich", "England"),
    ),
    Asked("Which country is it?", "Netherlands", ("Holland", "die Niederlande", "荷兰"), ("Belgium", "Belgien")),
    Asked("Which country is it?", "Japan", ("Nippon", "日本"), ("China", "Korea")),
    Asked("Which country is it?", "United Kingdom", ("UK", "Great Britain", "Vereinigtes Königreich"), ("France",)),
    Asked("Which country is it?", "Greece", ("Hellas", "Griechenland"), ("Turkey", "Türkei")),
    Asked("Which city is it?", "Cologne", ("Köln", "科隆"), ("Bonn", "Berlin")),
    Asked("Which city was it?", "Istanbul", ("Constantinople", "Konstantinopel", "伊斯坦布尔"), ("Ankara", "Athens")),
    Asked("Which city is it?", "Mumbai", ("Bombay",), ("Delhi", "Kolkata")),
    Asked("Which city is it?", "New York City", ("NYC", "New York", "the Big Apple"), ("Boston", "Chicago")),
    Asked("What is the highest mountain?", "Mount Everest", ("Everest", "Mt. Everest", "Chomolungma", "珠穆朗玛峰"),
          ("K2", "Mont Blanc")),
    Asked("Who wrote Huckleberry Finn?", "Mark Twain", ("Samuel Clemens", "Twain", "马克·吐温", "Samuel L. Clemens"),
          ("Charles Dickens", "Herman Melville")),
    Asked("Who wrote 1984?", "George Orwell", ("Eric Blair", "Orwell", "Eric Arthur Blair"), ("Aldous Huxley",)),
    Asked("Who was the boxer?", "Muhammad Ali", ("Cassius Clay", "Ali"), ("Mike Tyson", "Joe Frazier")),
    Asked("Who was it?", "Queen Elizabeth II", ("Elizabeth II", "Queen Elizabeth", "The Queen"), ("King Charles III",)),
    Asked("Who discovered it?", "Marie Curie", ("Madame Curie", "M. Curie", "Curie", "Maria Skłodowska"),
          ("Albert Einstein", "Niels Bohr")),
    Asked("Who won?", "the Blues", ("Chelsea", "Chelsea FC"), ()),
    Asked("Who fixes pipes?", "Plumber", ("Installateur", "Klempner", "pipe fitter"), ()),
    Asked("Which organisation is it?", "UN", ("United Nations", "Vereinte Nationen", "联合国"), ()),
    Asked("Which play is it?", "Twelfth Night", ("What You Will", "Was ihr wollt", "第十二夜"), ()),
    Asked("Which film is it?", "Jaws", ("Der weiße Hai", "大白鲨"), ()),
    Asked("Which countries border Chad in the north?", "Libya", ("Libyen", "利比亚"), ("Sudan", "Niger")),
    Asked("Name three colours of the flag.", "black, red and gold", ("Schwarz, Rot, Gold", "gold, red, black",
          "red, gold and black"), ("black, red and white", "Schwarz, Rot, Weiß")),
    Asked("In which order?", "red, green, blue", ("red, green, blue", "Red, green and blue."), ("blue, green, red",)),
    Asked("Which two letters?", "a and b", ("a, b", "A and B"), ("a and c",)),
)  # fmt: skip
