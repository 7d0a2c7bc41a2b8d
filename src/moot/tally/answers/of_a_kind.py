"""Are two names the same thing, or two things of one kind of which all are known? Colours, days, elements, countries.

Of these alone it is known what each is called in English, German and Chinese, so that another word of the kind is
another thing for certain, and the word of another language the same. What else a thing is called, or what is nearly it,
is told neither way. Held by `tests/tally/answers/test_of_a_kind.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from moot.tally.answers.in_prose import SMALL
from moot.tally.answers.words import tokens_of

Between = Literal["same", "near", "other", "unknown"]
"""One thing, perhaps one thing, two things of a kind, or not known here."""

_words = str.split
_ASKS_FOR_A_WORD = re.compile(
    r"(?i)\b(?:word|words|name|names|named|call|called|spell\w*|translat\w*|language|english|german|french|chinese|wort"
    r"|wörter|name[ns]?|genannt|nennt|heißt|hieß|übersetz\w*|sprache|deutsch\w*|englisch\w*|französisch\w*|chinesisch\w*)"
    r"\b|怎么说|翻译|叫|[英德法中]语|[英德法中]文"
)
"""Where the word itself is asked for, that of another language is not the same."""


_KIND = frozenset(
    _words(
        "colour color farbe day tag month monat season direction richtung planet continent kontinent gas metal metall "
        "element country land city stadt mount mountain berg river fluss"
    )
)
"""Words that tell the kind, which a name may have beside it: `the planet Mars`."""


def between(question: str, known: Sequence[str], said: Sequence[str]) -> Between:
    """What two names are to each other."""
    one, other = (_NAMES.get(_name(each), {}) for each in (known, said))
    shared = one.keys() & other.keys()
    if not shared:
        return "unknown"
    if any(one[kind].thing == other[kind].thing for kind in shared):
        sure = all(one[kind].sure and other[kind].sure for kind in shared)
        return "same" if sure and not _ASKS_FOR_A_WORD.search(question) else "near"
    return "other"


class _Thing:
    """A name of a thing: of which one, and whether it is that for certain."""

    __slots__ = ("sure", "thing")

    def __init__(self, thing: str, *, sure: bool) -> None:
        self.thing, self.sure = thing, sure


def is_land(words: Sequence[str]) -> bool:
    """Whether this is a country or a continent, in which other places are."""
    return bool({"country", "continent"} & _NAMES.get(_name(words), {}).keys())


def without_kind(words: Sequence[str]) -> list[str]:
    """A name without the word for its kind, if more is left of it."""
    return [word for word in words if word not in _KIND] or list(words)


def _name(words: Sequence[str]) -> str:
    content = [word for word in words if word not in SMALL]
    whole = " ".join(content)
    return whole if whole in _NAMES else " ".join(without_kind(content))


def _read(kinds: str) -> dict[str, dict[str, _Thing]]:
    """Name, kind and thing of a table. Before a colon stands the kind, and between bars its things; a name has `_` for
    a space, and behind `~` stands what else a thing is called, or what is nearly it."""
    found: dict[str, dict[str, _Thing]] = {}
    for line in re.sub(r"\n\s+", " ", kinds.strip()).splitlines():
        kind, _, things = line.partition(":")
        for thing in things.split("|"):
            certain, _, perhaps = thing.partition("~")
            for names, sure in ((certain, True), (perhaps, False)):
                for name in names.split():
                    spoken = " ".join(tokens_of(name.replace("_", " ")))
                    found.setdefault(spoken, {})[kind.strip()] = _Thing(thing.strip(), sure=sure)
    return found


_NAMES = _read(
    """
colour: red rot 红色 红 ~ crimson scarlet | blue blau 蓝色 蓝 ~ azure navy | green grün 绿色 绿 |
    yellow gelb 黄色 黄 ~ gold golden 金色 | white weiß 白色 白 | black schwarz 黑色 黑 | brown braun 棕色 褐色 |
    orange 橙色 | grey gray grau 灰色 灰 ~ silver silber
day: monday montag 星期一 周一 | tuesday dienstag 星期二 周二 | wednesday mittwoch 星期三 周三 |
    thursday donnerstag 星期四 周四 | friday freitag 星期五 周五 | saturday samstag sonnabend 星期六 周六 |
    sunday sonntag 星期天 星期日 周日
month: january januar 一月 1月 ~ jan | february februar 二月 2月 ~ feb | march märz 三月 3月 | april 四月 4月 |
    may mai 五月 5月 | june juni 六月 6月 | july juli 七月 7月 | august 八月 8月 | september 九月 9月 |
    october oktober 十月 10月 | november 十一月 11月 | december dezember 十二月 12月
season: spring frühling 春天 春季 ~ frühjahr | summer sommer 夏天 夏季 | autumn herbst 秋天 秋季 ~ fall |
    winter 冬天 冬季
direction: north norden 北 ~ northwards nord 北方 | south süden 南 ~ southwards süd 南方 |
    east osten 东 ~ eastwards ost 东方 | west westen 西 ~ westwards 西方
planet: mercury ~ merkur 水星 | venus 金星 | earth erde 地球 ~ world welt | mars 火星 | jupiter 木星 |
    saturn 土星 | uranus 天王星 | neptune neptun 海王星
continent: africa afrika 非洲 | europe europa 欧洲 | asia asien 亚洲 |
    australia australien 澳洲 ~ oceania ozeanien 大洋洲 | north_america nordamerika 北美洲 ~ america amerika |
    south_america südamerika 南美洲 | antarctica antarktis 南极洲
substance: hydrogen wasserstoff 氢 氢气 ~ h h2 | helium 氦 氦气 ~ he | lithium 锂 ~ li |
    carbon kohlenstoff 碳 ~ c diamond diamant graphite graphit | nitrogen stickstoff 氮 氮气 ~ n n2 |
    oxygen sauerstoff 氧 氧气 ~ o o2 | fluorine fluor 氟 ~ f | neon 氖 ~ ne | sodium natrium 钠 ~ na |
    magnesium 镁 ~ mg | aluminium aluminum 铝 ~ al | silicon silizium 硅 ~ si | phosphorus phosphor 磷 ~ p |
    sulfur sulphur schwefel 硫 ~ s | chlorine chlor 氯 氯气 ~ cl cl2 | argon 氩 ~ ar | potassium kalium 钾 ~ k |
    calcium kalzium 钙 ~ ca | iron eisen 铁 ~ fe steel stahl | cobalt kobalt 钴 ~ co | nickel 镍 ~ ni |
    copper kupfer 铜 ~ cu | zinc zink 锌 ~ zn | silver silber 银 ~ ag | tin zinn 锡 ~ sn | iodine jod iod 碘 ~ i |
    tungsten wolfram 钨 ~ w | platinum platin 铂 ~ pt | gold 金 ~ au |
    mercury ~ quecksilber 汞 水银 quicksilver hg | lead blei 铅 ~ pb | uranium uran 铀 ~ u |
    titanium titan 钛 ~ ti | carbon_dioxide kohlendioxid kohlenstoffdioxid 二氧化碳 ~ co2 |
    carbon_monoxide kohlenmonoxid 一氧化碳 ~ co | methane methan 甲烷 ~ ch4 natural_gas erdgas |
    ammonia ammoniak 氨 ~ nh3 | ozone ozon 臭氧 ~ o3 | water wasser 水 ~ h2o steam ice dampf eis
country: germany deutschland 德国 ~ allemagne alemania germania brd frg west_germany bundesrepublik_deutschland |
    austria österreich 奥地利 ~ autriche | switzerland schweiz 瑞士 ~ suisse confoederatio_helvetica |
    france frankreich 法国 | italy italien 意大利 ~ italia | spain spanien 西班牙 ~ españa | portugal 葡萄牙 |
    belgium belgien 比利时 ~ belgique | netherlands niederlande 荷兰 ~ holland nederland |
    poland polen 波兰 ~ polska | hungary ungarn 匈牙利 ~ magyarország | greece griechenland 希腊 ~ hellas |
    turkey türkei türkiye 土耳其 | sweden schweden 瑞典 | norway norwegen 挪威 | denmark dänemark 丹麦 |
    finland finnland 芬兰 ~ suomi | iceland island 冰岛 | ireland irland 爱尔兰 ~ éire eire |
    united_kingdom uk vereinigtes_königreich 英国 ~ great_britain britain großbritannien england
        scotland wales schottland |
    russia russland 俄罗斯 ~ soviet_union ussr sowjetunion udssr russian_federation | ukraine 乌克兰 |
    romania rumänien 罗马尼亚 | bulgaria bulgarien 保加利亚 | croatia kroatien 克罗地亚 ~ hrvatska |
    serbia serbien 塞尔维亚 | czechia tschechien 捷克 ~ czech_republic | slovakia slowakei 斯洛伐克 |
    japan 日本 ~ nippon | china 中国 | india indien 印度 ~ bharat | iran 伊朗 ~ persia persien |
    iraq irak 伊拉克 | israel 以色列 | egypt ägypten 埃及 | libya libyen 利比亚 | morocco marokko 摩洛哥 |
    algeria algerien 阿尔及利亚 | tunisia tunesien 突尼斯 | sudan 苏丹 | niger 尼日尔 | nigeria 尼日利亚 |
    kenya kenia 肯尼亚 | ethiopia äthiopien 埃塞俄比亚 ~ abyssinia abessinien | thailand 泰国 ~ siam |
    vietnam 越南 | indonesia indonesien 印度尼西亚 | myanmar 缅甸 ~ burma birma | cambodia kambodscha 柬埔寨 |
    sri_lanka 斯里兰卡 ~ ceylon | canada kanada 加拿大 | mexico mexiko 墨西哥 | brazil brasilien 巴西 ~ brasil |
    argentina argentinien 阿根廷 | chile 智利 | peru 秘鲁 | colombia kolumbien 哥伦比亚 | cuba kuba 古巴 |
    eswatini ~ swaziland swasiland | north_macedonia nordmazedonien ~ macedonia
sea: baltic_sea ostsee 波罗的海 ~ baltic | north_sea nordsee 北海 |
    mediterranean_sea mittelmeer 地中海 ~ mediterranean | black_sea schwarzes_meer 黑海 |
    red_sea rotes_meer 红海 | dead_sea totes_meer 死海 | caspian_sea kaspisches_meer 里海 |
    pacific_ocean pazifik 太平洋 ~ pacific pazifischer_ozean stiller_ozean |
    atlantic_ocean atlantik 大西洋 ~ atlantic atlantischer_ozean | indian_ocean indischer_ozean 印度洋 |
    arctic_ocean 北冰洋 ~ arktischer_ozean nordpolarmeer
lake: lake_constance bodensee 博登湖 | lake_geneva genfersee 日内瓦湖 ~ genfer_see lac_léman |
    lake_garda gardasee | lake_victoria viktoriasee 维多利亚湖 | lake_baikal baikalsee 贝加尔湖 ~ baikal
currency: yen 日元 ~ jpy | dollar 美元 ~ usd us_dollar | euro 欧元 ~ eur | yuan 人民币 ~ renminbi cny |
    pound pfund 英镑 ~ pound_sterling gbp | franc franken 法郎 ~ chf | rouble ruble rubel 卢布 |
    rupee rupie 卢比
tongue: english englisch 英语 | german deutsch 德语 | french französisch 法语 |
    spanish spanisch 西班牙语 ~ castilian | portuguese portugiesisch 葡萄牙语 | italian italienisch 意大利语 |
    russian russisch 俄语 | japanese japanisch 日语 | chinese chinesisch 汉语 中文 ~ mandarin |
    arabic arabisch 阿拉伯语 | dutch niederländisch 荷兰语 ~ flemish | polish polnisch
city: cologne köln 科隆 | vienna wien 维也纳 | munich münchen 慕尼黑 | prague prag 布拉格 ~ praha |
    rome rom 罗马 ~ roma | milan mailand 米兰 ~ milano | venice venedig 威尼斯 ~ venezia |
    florence florenz 佛罗伦萨 ~ firenze | naples neapel 那不勒斯 | lisbon lissabon 里斯本 | athens athen 雅典 |
    warsaw warschau 华沙 | moscow moskau 莫斯科 | brussels brüssel 布鲁塞尔 | geneva genf 日内瓦 ~ genève |
    copenhagen kopenhagen 哥本哈根 | gdansk ~ danzig | wroclaw ~ breslau | bratislava ~ pressburg |
    istanbul 伊斯坦布尔 ~ constantinople konstantinopel byzantium byzanz | ankara 安卡拉 | mumbai 孟买 ~ bombay |
    kolkata 加尔各答 ~ calcutta | chennai ~ madras | beijing 北京 ~ peking | shanghai 上海 |
    tokyo tokio 东京 ~ edo | saint_petersburg st_petersburg ~ leningrad petrograd | volgograd ~ stalingrad |
    oslo ~ christiania kristiania | ho_chi_minh_city ~ saigon | yangon ~ rangoon | cairo kairo 开罗 |
    jerusalem 耶路撒冷 ~ al-quds | new_york_city 纽约 ~ new_york nyc big_apple new_amsterdam | london 伦敦 |
    paris 巴黎 | berlin 柏林 | madrid 马德里
mountain: mount_everest everest 珠穆朗玛峰 ~ mt_everest mt._everest chomolungma sagarmatha |
    k2 ~ godwin-austen chogori | denali ~ mount_mckinley mckinley | matterhorn ~ cervino | uluru ~ ayers_rock |
    mont_blanc 勃朗峰 ~ monte_bianco
river: danube donau 多瑙河 | rhine rhein 莱茵河 | vistula weichsel 维斯瓦河 | moldau ~ vltava |
    elbe 易北河 ~ labe | thames themse 泰晤士河 | nile nil 尼罗河 | seine 塞纳河 | tiber 台伯河 |
    yangtze jangtse 长江 ~ yangzi | yellow_river gelber_fluss 黄河 ~ huang_he | oder ~ odra
writer: mark_twain ~ samuel_clemens samuel_langhorne_clemens | george_orwell ~ eric_blair eric_arthur_blair |
    lewis_carroll ~ charles_dodgson charles_lutwidge_dodgson | novalis ~ friedrich_von_hardenberg hardenberg |
    voltaire ~ françois-marie_arouet arouet | molière ~ jean-baptiste_poquelin poquelin | stendhal ~ henri_beyle |
    george_eliot ~ mary_ann_evans | george_sand ~ aurore_dupin | pablo_neruda ~ neftalí_reyes |
    kurt_tucholsky ~ peter_panter ignaz_wrobel theobald_tiger kaspar_hauser
known as: muhammad_ali ~ cassius_clay | pope_francis ~ jorge_bergoglio | pope_benedict_xvi ~ joseph_ratzinger |
    pope_john_paul_ii ~ karol_wojtyła karol_wojtyla | mother_teresa ~ anjezë_bojaxhiu |
    pelé ~ edson_arantes_do_nascimento | lenin ~ ulyanov | stalin ~ dzhugashvili | atatürk ~ mustafa_kemal |
    columbus ~ cristóbal_colón colón | avicenna ~ ibn_sina | averroes ~ ibn_rushd | confucius ~ kongzi kong_qiu
"""
)
