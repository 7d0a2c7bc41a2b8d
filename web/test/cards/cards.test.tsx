// Every kind of finding and of ballot has its card.
import { render } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BALLOT_TYPES, BallotWords } from "@/findings/BallotWords";
import { ballotBrought, ballotsBrought, findingBrought, findingsBrought } from "@/findings/brought";
import { FINDING_TYPES, FindingCard, findingTitle } from "@/findings/FindingCard";
import { SessionContext } from "@/hooks/session";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { BALLOT_SENTENCES } from "@/transcript/ballotSentences";
import { FINDING_SENTENCES } from "@/transcript/findingSentences";
import { eventsOf, TRANSCRIPTS } from "../golden";

const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8")) as {
  components: { schemas: Record<string, { discriminator?: { mapping: object } }> };
};
/** Every type of a finding or a ballot that the server declares. */
const tagsOf = (union: "Finding" | "Ballot"): string[] =>
  Object.keys(document.components.schemas[union]?.discriminator?.mapping ?? {}).sort();

test("every type the server declares is drawn and told once: here, or by a protocol's folder", () => {
  const findings = tagsOf("Finding");
  const ballots = tagsOf("Ballot");
  expect(findings.length).toBeGreaterThan(25);
  expect([...FINDING_TYPES, ...findingsBrought()].sort()).toEqual(findings);
  expect([...BALLOT_TYPES, ...ballotsBrought()].sort()).toEqual(ballots);
  expect(Object.keys(FINDING_SENTENCES).sort()).toEqual([...FINDING_TYPES].sort());
  expect(Object.keys(BALLOT_SENTENCES).sort()).toEqual([...BALLOT_TYPES].sort());
  for (const type of findings) expect(findingTitle(type)).toMatch(/^[A-Z]/);
  for (const type of findingsBrought()) expect(findingBrought(type)?.tell).toBeTypeOf("function");
  for (const type of ballotsBrought()) expect(ballotBrought(type)?.tell).toBeTypeOf("function");
});

function playing(name: string): Player {
  const player = new Player();
  player.open(recorded(eventsOf(name)));
  return player;
}

/** What was found and read at a moment, each on its card. */
function drawn(player: Player): HTMLElement {
  const { findings, ballots } = player.moment().state;
  const { container } = render(
    <SessionContext value={player}>
      {findings.map((made) => (
        <FindingCard key={made.key} made={made} />
      ))}
      {Object.values(ballots).map(({ key, ballot }) => ballot !== null && <BallotWords key={key} ballot={ballot} />)}
    </SessionContext>,
  );
  return container;
}

describe.each(TRANSCRIPTS)("%s", (name) => {
  test("everything that was found and read has a card at the end", () => {
    const player = playing(name);
    player.seekCount(player.log.length);
    expect(drawn(player).textContent).not.toMatch(/undefined|NaN|\[object/);
  });
});

test("what is unknown is shown plainly", () => {
  const player = playing(TRANSCRIPTS[0] ?? "");
  player.seekCount(player.log.length);
  const made = { key: "x/y", stage: "x", name: "y", finding: { type: "unheard-of", seats: { "seat-a": 3 } } } as never;
  const { container } = render(
    <SessionContext value={player}>
      <FindingCard made={made} />
      <BallotWords ballot={{ type: "unheard-of", reasons: ["it is so"], by: "seat-b" } as never} />
    </SessionContext>,
  );
  expect(container.textContent).toContain("Unheard of");
  expect(container.textContent).toContain("it is so");
  expect(container.textContent).not.toMatch(/seat-[ab]|undefined/);
});
