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
  ["0.4 s", "0,4 s", "0.4 秒"],
  ["3 min 5 s", "3 min 5 s", "3 分 5 秒"],
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
  const began = performance.now();
  for (let at = 0; at < 50; at++) german(`between ${"and ".repeat(140)}`);
  expect(performance.now() - began).toBeLessThan(3_000);
});
