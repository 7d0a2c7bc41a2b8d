// Does a session's page speak German throughout: every event, every finding of every protocol, and what it came to?
import { expect, test, vi } from "vitest";

vi.mock("@/language/catalogue", async () => {
  const { kept } = await import("../../catalogue.mjs");
  return { language: "de", locale: "de-DE", catalogue: kept("de"), served: kept("server.de") };
});
vi.resetModules(); // what stands ready for other tests speaks English
const { TRANSCRIPTS } = await import("../golden");
const { leftInEnglish } = await import("./leftInEnglish");

test.each(TRANSCRIPTS)("%s", (name) => {
  expect(leftInEnglish(name, "de", "de-DE")).toEqual([]);
});
