// Are words between stars shown in bold, also where the stars stand in different passages, and nothing else changed?
import { expect, test } from "vitest";
import { emphasised } from "@/pages/compare/emphasis";

const drawn = (passages: { kind: string; text: string }[]): string[] =>
  emphasised(passages).map((pieces) => pieces.map(({ text, bold }) => (bold ? `<${text}>` : text)).join(""));

test("a pair of stars makes bold words of what is between it", () => {
  expect(drawn([{ kind: "same", text: "**In short:** yes, **and** no" }])).toEqual(["<In short:> yes, <and> no"]);
});

test("a pair may begin in one passage and end in another of the same text", () => {
  const passages = [
    { kind: "same", text: "**In " },
    { kind: "a", text: "short:** A " },
    { kind: "b", text: "brief** B " },
    { kind: "same", text: "and **so** on" },
  ];
  expect(drawn(passages)).toEqual(["<In >", "<short:> A ", "<brief> B ", "and <so> on"]);
});

test("stars that are no pair stay: powers, arguments, a single mark, and a pair over two lines", () => {
  for (const text of ["2 ** 3 ** 4", "f(**kwargs)", "**only here", "**one\ntwo**", "a*b*c", "****"])
    expect(drawn([{ kind: "same", text }])).toEqual([text]);
});
