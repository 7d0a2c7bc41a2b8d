// Is what the server says found in the reader's language, with its values, and is everything else left as it is?
import { expect, test } from "vitest";
import { teller } from "@/language/told";
import { kept } from "../../catalogue.mjs";

const german = teller(kept("server.de"), "de");
const chinese = teller(kept("server.zh"), "zh-CN");

test.each([
  ["Narrow win", "Knapper Sieg", "险胜"],
  ["4 models", "4 Modelle", "4 个模型"],
  ["1,200 members", "1.200 Mitglieder", "1,200 名成员"],
  ["one ballot decides", "ein Stimmzettel entscheidet", "一张选票决定结果"],
  ["two ballots would have to change", "zwei Stimmzettel müssten sich ändern", "两张选票需要改变"],
  [
    "at least two ballots would have to change",
    "mindestens zwei Stimmzettel müssten sich ändern",
    "至少两张选票需要改变",
  ],
  ["narrow lead for {seat-b}", "knapper Vorsprung für {seat-b}", "{seat-b} 微弱领先"],
  ["9 claims: none high, 4 medium", "9 Aussagen: keine hoch, 4 mittel", "9 条论断：0 条高，4 条中"],
  ["11 claims: 3 high, 5 contested", "11 Aussagen: 3 hoch, 5 umstritten", "11 条论断：3 条高，5 条有争议"],
  ["0.4 s", "0,4 s", "0.4 秒"],
  ["hardly any strong votes (3%)", "kaum entschiedene Stimmen (3\u00a0%)", "几乎没有强烈的投票（3%）"],
  [
    "3 reports are not written yet, and are kept until they can be: /srv/reports cannot be written in: Permission denied. Free some space or let it be written in, or change the setting `report_folder`.",
    "3 Berichte sind noch nicht geschrieben; sie werden nachgeholt, sobald es geht: In /srv/reports lässt sich nicht schreiben: Zugriff verweigert. Schaffen Sie Platz, erlauben Sie das Schreiben, oder ändern Sie die Einstellung `report_folder`.",
    "有 3 份报告尚未写入，可写入时会自动补写：无法写入 /srv/reports：没有权限。请腾出空间或允许写入，或更改设置 `report_folder`。",
  ],
  ["inconclusive", "Ohne Ergebnis", "无定论"],
  ["round.2", "Runde 2", "第 2 轮"],
  [
    "seat-b's words in review were cut at its output limit.",
    "Die Worte von seat-b bei Begutachtung wurden an der Ausgabegrenze abgeschnitten.",
    "seat-b 在 评审 中的发言在输出上限处被截断。",
  ],
  ["3 min 5 s", "3 min 5 s", "3 分 5 秒"],
  [
    "$0.0385 charged; up to $0.0324 more may still be charged for calls that failed or told no price",
    "0,0385 $ berechnet; bis zu 0,0324 $ können noch für Aufrufe, die gescheitert sind oder keinen Preis nannten, berechnet werden",
    "已收费 $0.0385; 失败或未报价的调用最多还可能收费 $0.0324",
  ],
  ["$0.0123 charged", "0,0123 $ berechnet", "已收费 $0.0123"],
  ["Round 2", "Runde 2", "第 2 轮"],
  [
    "2 of 4 put {seat-b} first; own vote left aside, 1 of 3.",
    "Bei 2 von 4 steht {seat-b} an erster Stelle; ohne die eigene Stimme bei 1 von 3.",
    "4 位中的 2 位将 {seat-b} 排在第一；不计自己的票为 3 位中的 1 位。",
  ],
  [
    "{seat-a} and {seat-b} tie at the top.",
    "{seat-a} und {seat-b} liegen gleichauf vorn.",
    "{seat-a}和{seat-b} 并列第一。",
  ],
  [
    "Review needs the most: its 4 calls run at once, and $0.31 is set aside for what they may cost before they start. Without x/y $0.33 would do.",
    "Begutachtung braucht das meiste: Dort laufen 4 Aufrufe zugleich, und 0,31 $ werden für das, was sie kosten können, vorher zurückgelegt. Ohne x/y würden 0,33 $ reichen.",
    "评审所需最多：那里有 4 次调用同时进行，开始前需为其可能的费用预留 $0.31。不用 x/y 则 $0.33 即可。",
  ],
  [
    "a/b: no key (A_KEY). c/d: C does not list it. Nothing was started.",
    "a/b: kein Schlüssel (A_KEY). c/d: C führt es nicht auf. Nichts wurde begonnen.",
    "a/b：没有密钥（A_KEY）。c/d：C 没有列出它。没有开始任何操作。",
  ],
  [
    "openai/gpt-5.1 cannot be asked: no key (K). Set K where the server runs, or store a key for openai in the settings.",
    "openai/gpt-5.1 kann nicht gefragt werden: kein Schlüssel (K). K setzen, wo der Server läuft, oder in den Einstellungen einen Schlüssel für openai speichern.",
    "无法询问 openai/gpt-5.1：没有密钥（K）。请在服务器运行处设置 K，或在设置中为 openai 保存密钥。",
  ],
  ["There is no session called 'ab'.", "Es gibt keine Sitzung namens 'ab'.", "没有名为 'ab' 的会话。"],
])("%s", (text, de, zh) => {
  expect(german(text)).toBe(de);
  expect(chinese(text)).toBe(zh);
});

test("what nobody declared stays as it came", () => {
  for (const text of [
    "",
    "Ada's models",
    "gpt-5.5",
    "constructor",
    "__proto__",
    "many models",
    "<b>2 models</b>",
    "x".repeat(9999),
  ])
    expect(german(text)).toBe(text);
});

test("a long text is not searched for patterns", () => {
  const began = process.cpuUsage(); // what others do meanwhile on the machine does not count
  for (let at = 0; at < 50; at++) german(`between ${"and ".repeat(140)}`);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(3_000);
});
