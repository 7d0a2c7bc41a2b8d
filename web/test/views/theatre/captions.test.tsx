// Is whatever is shown said in a sentence, too? On a narrow screen nothing else tells who does what, and how it came out.
import "@/protocols/session";
import "@/protocols/theatre";
import { expect, test } from "vitest";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { captionOf } from "@/views/theatre/show/Caption";
import { golden, TRANSCRIPTS } from "../../golden";

test.each(TRANSCRIPTS)("%s: every beat has its sentence", (name) => {
  const player = new Player();
  player.open(recorded(golden(name)));
  const silent = player.show.beats
    .filter(({ as }) => as !== "flow")
    .filter(({ from, to }) => captionOf(player.peek((from + to) / 2)) === "")
    .map(({ as, key }) => `${as} ${key}`);
  expect(silent).toEqual([]);
  expect(player.show.beats.length).toBeGreaterThan(0);
});
