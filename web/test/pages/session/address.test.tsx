// Do address, tab and clipboard go along with the moment shown? Back and on, view links, titles, copies without https.
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CopyButton } from "@/controls/CopyButton";
import { Toasts } from "@/controls/toasts";
import { momentAddress } from "@/pages/analytics/asked";
import { followAddress, keepAddress } from "@/pages/session/address";
import { costText } from "@/pages/session/figures";
import { SessionBar } from "@/pages/session/SessionBar";
import { SessionHeader } from "@/pages/session/SessionHeader";
import { SessionKeys } from "@/pages/session/SessionKeys";
import { Watched } from "@/pages/session/SessionPage";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { Ending } from "@/views/verdict/Ending";
import { golden } from "../../golden";
import { around, opened, settle, shown } from "../../mounted";
import { waitingFor } from "../../playback/waiting";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  history.replaceState(null, "", "/s/x/watch");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("links to the other views lead to the moment shown, not to the one of the first drawing", async () => {
  const player = await opened(golden("debate"));
  const leave = keepAddress(player);
  shown(player, <SessionHeader view="watch" base="/s/x" id={null} />);
  expect(screen.getByRole("link", { name: "Answer" }).getAttribute("href")).toBe("/s/x/result");
  act(() => {
    player.seekRunning(80);
  });
  await waitFor(() => {
    expect(location.search).toMatch(/^\?t=0\.1&on=-?\d+\.\d$/);
  });
  expect(screen.getByRole("link", { name: "Answer" }).getAttribute("href")).toBe(`/s/x/result${location.search}`);
  leave();
  player.dispose();
});

test("going back from a linked moment shows what the address names then, and it is not written over", async () => {
  const player = await opened(golden("debate"));
  const leave = keepAddress(player);
  const turn = (address: string): void => {
    history.replaceState(null, "", address);
    act(() => {
      dispatchEvent(new PopStateEvent("popstate"));
    });
  };
  act(() => {
    player.seekRunning(90);
  });
  turn("/s/x/watch?t=0.03&speed=2");
  await settle(700);
  expect([player.moment().at, player.transport().speed]).toEqual([player.show.whenRunning(30), 2]);
  expect(location.search).toBe("?t=0.03&speed=2");
  turn("/s/x/watch");
  await settle(700);
  expect(player.transport()).toMatchObject({ atHead: true, speed: 1 });
  expect([player.moment().count, location.search]).toEqual([player.log.length, ""]);
  leave();
  player.dispose();
});

test("a moment in the middle of what is shown has an address of its own, and leads back to the same picture", async () => {
  const player = await opened(golden("debate"));
  const leave = keepAddress(player);
  for (const as of ["reading", "floor", "mutual", "award"]) {
    const beat = player.show.beats.find((each) => each.as === as);
    act(() => {
      player.seek(((beat?.from ?? 0) + (beat?.to ?? 0)) / 2);
    });
    const shown = player.moment();
    await settle(700);
    act(() => {
      player.seek(0);
      followAddress(player);
    });
    expect(player.moment().beat).toBe(beat);
    expect(player.moment().count).toBe(shown.count);
    expect(Math.abs(player.moment().at - shown.at)).toBeLessThanOrEqual(100);
    await settle(700);
  }
  leave();
  player.dispose();
});

test("a link to when something was earned leads to where it is shown, after the verdict", async () => {
  const events = golden("debate");
  const player = await opened(events);
  const awards = events.find(({ key }) => key === "synthesis/awards");
  history.replaceState(null, "", momentAddress("x", awards?.t ?? 0));
  followAddress(player);
  expect(player.moment().beat).toMatchObject({ as: "award", nth: 0 });
  expect(player.moment().state.verdict).not.toBeNull();
  expect(player.transport().atHead).toBe(false);
  player.dispose();
});

test("the tab is called by the question", async () => {
  const page = render(around(<Watched source={recorded(golden("debate"))} view="result" base="/s/x" id={null} />));
  await waitFor(() => {
    expect(document.title).toMatch(/^.{10,80} · Moot$/);
  });
  page.unmount();
});

/** A debate that was stopped after twenty events, and what came then. */
function stopped(...then: readonly Logged[]): Logged[] {
  const events = golden("debate").slice(0, 20);
  const body = { outcome: "stopped", reason: "asked", message: "It was stopped.", remedy: "Take it up." };
  const stop = { ...events[19], seq: 21, key: "stopped.1", kind: "SessionStopped", body } as unknown as Logged;
  return [...events, stop, ...then];
}
const resumed = {
  ...golden("debate")[19],
  ...{ seq: 22, key: "resumed.1", kind: "SessionResumed" },
  body: { door: "server", after: "stopped", orphans: [], changed: [], cap: null },
} as unknown as Logged;
const verdict = { ...golden("debate").at(-1), seq: 23 } as Logged;

test.each([
  ["at the end of a stopped session", stopped(), 21, 1],
  ["before its end", stopped(), 20, 0],
  ["at a stop in the past of a decided session", stopped(resumed, verdict), 21, 0],
])("%s it can be taken up again, or not", async (_, events, count, offers) => {
  const player = await opened(events);
  player.seekCount(count);
  await settle();
  const bar = shown(player, <SessionBar id="x" base="/s/x" view="watch" ready="" />);
  expect(screen.queryAllByRole("button", { name: "Take it up again" })).toHaveLength(offers);
  bar.unmount();
  shown(player, around(<Ending />));
  expect(screen.queryAllByText("Take it up.")).toHaveLength(offers);
  player.dispose();
});

test("taken up from any view it goes along with what comes; where more money is needed, that is asked for first", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return Promise.resolve(Response.json({}));
  });
  const player = await opened(stopped());
  const again = vi.spyOn(player, "reopen");
  const bar = shown(player, <SessionBar id="x" base="/s/x" view="watch" ready="" />);
  fireEvent.click(screen.getByRole("button", { name: "Take it up again" }));
  await settle();
  expect(asked).toEqual(["POST /api/sessions/x/resume"]);
  expect(again).toHaveBeenCalledOnce();
  bar.unmount();
  player.dispose();
  const spent = stopped();
  Object.assign((spent[20] as { body: object }).body, { outcome: "out_of_budget", reason: "budget" });
  const poor = await opened(spent);
  shown(poor, <SessionBar id="x" base="/s/x" view="watch" ready="" />);
  expect(screen.getByRole("link", { name: "Take it up again" }).getAttribute("href")).toBe("/s/x/result");
  poor.dispose();
});

test("the header says that a person is awaited", async () => {
  const player = new Player();
  player.open((sink) => {
    sink.connection("live");
    sink.events(waitingFor("seat-d"));
    return () => undefined;
  });
  await settle();
  shown(player, <SessionHeader view="watch" base="/s/x" id={null} />);
  expect(screen.getByText("Waiting for a person")).toBeTruthy();
  player.dispose();
});

test("where there is no clipboard the old way copies, inside the dialog that is open; where none does, it is said", async () => {
  vi.stubGlobal("navigator", { ...navigator, platform: "", clipboard: undefined });
  const places: (string | undefined)[] = [];
  let works = true;
  document.execCommand = () => {
    places.push(document.querySelector("textarea")?.parentElement?.tagName);
    return works;
  };
  const player = await opened(golden("debate"));
  shown(
    player,
    <>
      <SessionKeys timed base="/s/x" />
      <dialog open>
        <CopyButton text="a text" />
      </dialog>
      <Toasts />
    </>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(places).toEqual(["DIALOG"]);
  works = false;
  fireEvent.keyDown(document.body, { key: "c" });
  expect(await screen.findByText(/keeps its clipboard closed/)).toBeTruthy();
  player.dispose();
});

test("sums in the header", () => {
  expect([costText(0, 0, true), costText(4_200_000, 0, true), costText(1_500_000_000, 0, false)]).toEqual([
    "$0",
    "$0.0042",
    "$1.50 or more",
  ]);
});
