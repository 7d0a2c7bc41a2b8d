// Is what the council looked up shown, while it is looked up and after, and does it lead only where it may?
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import CouncilView from "@/views/council/CouncilView";
import { tabsOf } from "@/views/council/tabs";
import { SessionContext } from "@/hooks/session";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { golden, withMore } from "../../golden";

beforeEach(() => {
  history.replaceState(null, "", "/s/x/council?tab=research");
});

const SOURCES = [
  { number: 1, title: "On rivers", url: "https://rivers.example/a", excerpt: "They flow.", searcher: "one", date: "" },
  { number: 2, title: "On traps", url: "javascript:alert(1)", excerpt: "They snap.", searcher: "two", date: "2026" },
];

/** A vote on claims that began with a search. */
function searched(body: object): Logged[] {
  const events = structuredClone(golden("claim-vote")) as unknown as { body: { stages: string[] } }[];
  events[0]?.body.stages.unshift("research");
  return withMore(
    events as unknown as Logged[],
    1,
    { key: "stage:research", kind: "StageEntered", body: { stage: "research" } },
    { key: "research/sources", kind: "SourcesFound", body },
  );
}

function shown(events: readonly Logged[], count: number) {
  const player = new Player();
  player.open(recorded(events));
  player.seekCount(count);
  const page = render(
    <SessionContext value={player}>
      <CouncilView />
    </SessionContext>,
  );
  return { player, ...page };
}

const FOUND = {
  query: "rivers",
  sources: SOURCES,
  failures: ["three: it did not answer"],
  searchers: ["one", "three"],
};

test("a tab of its own lists every source, with its number, its link and what it says, and who failed", () => {
  const events = searched(FOUND);
  const { player } = shown(events, events.length);
  expect(tabsOf(player.moment().state)[0]).toMatchObject({ id: "research", title: "Sources", count: 2 });
  const [first, second] = screen.getAllByRole("listitem").filter((item) => item.id.startsWith("source-"));
  expect(first?.textContent).toContain("They flow.");
  const link = screen.getByRole("link", { name: "On rivers" });
  expect(link.getAttribute("href")).toBe("https://rivers.example/a");
  expect(link.title).toBe("rivers.example");
  expect(link.getAttribute("rel")).toContain("noopener");
  expect(second?.querySelector("a")).toBeNull(); // an address that is no page leads nowhere
  expect(screen.getByText("three: it did not answer")).toBeTruthy();
  expect(screen.queryByText(/has not been asked/i)).toBeNull();
});

test("while it is looked up it says so; where nothing was found it says that", () => {
  const events = searched({ ...FOUND, sources: [] });
  const during = shown(events, 2);
  expect(screen.getByText("The searchers are being asked.")).toBeTruthy();
  during.unmount();
  shown(events, events.length);
  expect(screen.getByText(/^Nothing was found/)).toBeTruthy();
});
