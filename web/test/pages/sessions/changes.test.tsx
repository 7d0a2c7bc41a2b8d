// Do lists stay true while sessions run, without being fetched whole each time?
import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renewed, useLate, useListChanges, useSessionList, type TalkRow } from "@/hooks/sessions";
import { hub } from "@/playback/live/hub";
import { Row } from "@/pages/sessions/Row";
import { around } from "../../mounted";

const row = (number: number, title = `Session ${String(number)}`): TalkRow =>
  ({ conversation: null, turns: 1, session: `s-${String(number)}`, number, title }) as unknown as TalkRow;
const talks = (...listed: TalkRow[]): unknown[] => listed.map((each) => ({ ...each, latest: each }));
const rows = (from: number, to: number): TalkRow[] => Array.from({ length: from - to + 1 }, (_, at) => row(from - at));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("the newest rows are as they are now, none is lost between two pages, and what is gone is gone", () => {
  const pages = [
    { sessions: rows(100, 51), next: 51, left_out: false },
    { sessions: rows(50, 1), next: null, left_out: false },
  ];
  const fresh = { sessions: [row(102), row(101), row(100, "Anew"), ...rows(98, 53)], next: 53, left_out: false };
  const [first, second] = renewed(pages, fresh);
  expect(first?.sessions.map(({ number }) => number)).toEqual([
    102,
    101,
    100,
    ...rows(98, 53).map(({ number }) => number),
    52,
    51,
  ]);
  expect(first?.sessions[2]?.title).toBe("Anew");
  expect([first?.next, second]).toEqual([51, pages[1]]);
  const only = { sessions: [row(100)], next: null, left_out: false };
  expect(renewed(pages, only)).toEqual([only]);
});

function List() {
  useListChanges();
  useLate("");
  const list = useSessionList({ q: "", state: [], protocol: "", source: "" as const });
  return (
    <>
      {list.data?.pages
        .flatMap((page) => page.sessions)
        .map((each) => (
          <p key={each.session}>{each.title}</p>
        ))}
      <button onClick={() => void list.fetchNextPage()}>more</button>
    </>
  );
}

test("many changes ask for the newest page every few seconds, and never for those behind it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let told: (sessions: readonly string[]) => void = () => undefined;
  vi.spyOn(hub, "onChange").mockImplementation((listener) => {
    told = listener;
    return () => undefined;
  });
  const asked: string[] = [];
  let title = "As it was";
  vi.stubGlobal("fetch", (request: Request) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(search);
    const behind = searchParams.has("before");
    return Promise.resolve(
      Response.json(
        behind
          ? { conversations: talks(row(1)), next: null }
          : { conversations: talks(row(3, title), row(2)), next: 2 },
      ),
    );
  });
  const pass = async (time: number): Promise<void> => {
    await act(() => vi.advanceTimersByTimeAsync(time));
  };
  render(around(<List />));
  await pass(50);
  act(() => {
    screen.getByText("more").click();
  });
  await pass(50);
  expect(screen.getByText("Session 1")).toBeTruthy();
  asked.length = 0;
  title = "As it is";
  for (let second = 0; second < 20; second++) {
    told(["s-3"]);
    await pass(1000);
  }
  expect(screen.getAllByText("As it is").length).toBe(1);
  expect(screen.getByText("Session 1")).toBeTruthy();
  expect(asked.filter((search) => search.includes("before"))).toEqual([]);
  expect(asked.length).toBeGreaterThanOrEqual(6); // two lists, at least three times
  expect(asked.length).toBeLessThanOrEqual(12);
});

test("a session that runs says for how long, and its time goes on", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const listed = (state: string): TalkRow =>
    ({ ...row(1), state, seconds: 241, question: "Is it?", created: "2030-01-01T00:00:00Z" }) as TalkRow;
  const told = {
    members: [],
    answer: "",
    winner: "",
    source: "api",
    protocol: "debate",
    degraded: 0,
    verdict_class: "",
    cost: 0,
    at_most: 0,
    unknown: 0,
  };
  const rowOf = (state: string) => (
    <Row row={{ ...listed(state), ...told } as unknown as TalkRow} picked={false} onPick={() => undefined} />
  );
  const page = render(around(rowOf("running")));
  expect(page.container.textContent).toContain("in session for 4 min");
  act(() => {
    vi.advanceTimersByTime(120_000);
  });
  expect(page.container.textContent).toContain("in session for 6 min");
  page.unmount();
  expect(render(around(rowOf("verdict"))).container.textContent).not.toContain("for 4 min");
});
