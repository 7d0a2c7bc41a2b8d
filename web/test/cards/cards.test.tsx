// Has every kind of event, of finding and of ballot its card, and is nobody named on one while names are hidden?
import { render } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BALLOT_TYPES, BallotWords } from "@/findings/BallotWords";
import { ballotBrought, ballotsBrought, findingBrought, findingsBrought } from "@/findings/brought";
import { FINDING_TYPES, FindingCard, findingTitle } from "@/findings/FindingCard";
import { SessionContext } from "@/hooks/session";
import { isBlind, looksOf } from "@/playback/looks";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { BALLOT_SENTENCES } from "@/transcript/ballotSentences";
import { EVENT_KINDS, EventCard } from "@/transcript/cards";
import { FINDING_SENTENCES } from "@/transcript/findingSentences";
import { SENTENCES } from "@/transcript/sentences";
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
  expect(Object.keys(SENTENCES).sort()).toEqual([...EVENT_KINDS].sort());
  for (const type of findings) expect(findingTitle(type)).toMatch(/^[A-Z]/);
  for (const type of findingsBrought()) expect(findingBrought(type)?.tell).toBeTypeOf("function");
  for (const type of ballotsBrought()) expect(ballotBrought(type)?.tell).toBeTypeOf("function");
});

function playing(name: string): Player {
  const player = new Player();
  player.open(recorded(eventsOf(name)));
  return player;
}

describe.each(TRANSCRIPTS)("%s", (name) => {
  test("every event has a card at the end", () => {
    const player = playing(name);
    player.seekCount(player.log.length);
    const { container } = render(
      <SessionContext value={player}>
        {player.log.events.map((event) => (
          <EventCard key={event.seq} event={event} />
        ))}
      </SessionContext>,
    );
    expect(container.querySelectorAll("article").length).toBeGreaterThanOrEqual(player.log.length);
    expect(container.textContent).not.toMatch(/undefined|NaN|\[object/);
  });

  test("while answers are judged blind no card names a member", () => {
    const player = playing(name);
    const count = player.log.events.findIndex(
      (_, at) => isBlind(player.log.at(at + 1)) && !isBlind(player.log.at(at + 2)),
    );
    if (count < 0) return;
    player.seekCount(count + 1);
    const state = player.moment().state;
    const { container } = render(
      <SessionContext value={player}>
        {player.log.events.slice(1, count + 1).map((event) => (
          <EventCard key={event.seq} event={event} />
        ))}
      </SessionContext>,
    );
    const html = container.innerHTML.toLowerCase(); // eslint-disable-line no-restricted-syntax
    for (const look of looksOf(state, false).values())
      if (look.member) expect(html).not.toMatch(new RegExp(`\\b${look.name.toLowerCase()}\\b`));
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
      <EventCard event={{ seq: 2, key: "x/y", t: 0, kind: "FindingMade", body: made } as never} />
      <EventCard
        event={
          {
            seq: 3,
            key: "x/y",
            t: 0,
            kind: "BallotRead",
            body: { reader: "seat-a", ballot: { type: "unheard-of" } },
          } as never
        }
      />
      <EventCard event={{ seq: 1, key: "x", t: 0, kind: "Unheard", body: { a: 1 }, foreign: true } as never} />
    </SessionContext>,
  );
  expect(container.textContent).toContain("Unheard of");
  expect(container.textContent).toContain("it is so");
  expect(container.textContent).not.toMatch(/seat-[ab]|undefined/);
  expect(container.textContent).toContain('"a": 1');
});
