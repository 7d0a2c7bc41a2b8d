// Does a session's page speak Chinese throughout: every event, every finding of every protocol, and what it came to?
import { expect, test, vi } from "vitest";

vi.mock("@/language/catalogue", async () => {
  const { kept } = await import("../../catalogue.mjs");
  return { language: "zh", locale: "zh-CN", catalogue: kept("zh"), served: kept("server.zh") };
});
vi.resetModules(); // what stands ready for other tests speaks English
const { TRANSCRIPTS } = await import("../golden");
const { leftInEnglish } = await import("./leftInEnglish");

test.each(TRANSCRIPTS)("%s", (name) => {
  expect(leftInEnglish(name, "zh", "zh-CN")).toEqual([]);
});
