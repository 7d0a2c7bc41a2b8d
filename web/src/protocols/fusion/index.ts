// What does a fusion bring to a session's page? The tabs of its stages; its analysis looks as any comparison of answers.
import type { Brought } from "@/findings/brought";
import { say } from "@/language/say";
import type { Played } from "@/playback/brought";

export const fusion: Brought = {
  tabs: { panel: { kind: "answers", title: say("Panel") }, analysis: { kind: "findings", title: say("Analysis") } },
};

export const played: Played = {
  stages: { panel: say("Panel"), analysis: say("Analysis") },
  offices: { analyst: say("Analyst") },
};
