// Does a session open where it should, and is nobody jerked away when the answer comes? Old addresses lead where they led.
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Watched } from "@/pages/session/SessionPage";
import { placeFrom } from "@/pages/session/views";
import type { Logged } from "@/playback/log";
import { recorded, type Sink, type Source } from "@/playback/source";
import { golden, gistOf } from "../../golden";
import { around, settle } from "../../mounted";

beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await Promise.all([import("@/pages/session/shown/ResultPage"), import("@/pages/session/shown/WatchPage")]);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const view = (): string | undefined => screen.getByTestId("view").dataset["view"];
const shown = async (source: Source, name?: string) => {
  const page = render(around(<Watched source={source} view={name} base="/s/x" id={null} />, "/s/x"));
  await settle(200);
  return page;
};

/** A session that runs until `end` is called. */
function running(events: readonly Logged[]): { source: Source; end: () => Promise<void> } {
  let heard: Sink | null = null;
  return {
    source: (sink) => {
      heard = sink;
      sink.connection("live");
      sink.events(events.slice(0, -1));
      return () => undefined;
    },
    end: async () => {
      act(() => {
        heard?.events(events.slice(-1));
        heard?.connection("stored");
        heard?.ended(gistOf("peer-review-own.jsonl"));
      });
      await settle(200);
    },
  };
}

test.each([
  ["result", "result", ""],
  ["watch", "watch", ""],
  ["verdict", "result", ""],
  ["matrix", "result", "ballots"],
  ["theatre", "watch", ""],
  ["council", "transcript", ""],
])("an address that ends in /%s leads to %s %s", (name, where, part) => {
  expect(placeFrom(name)).toEqual({ view: where, part });
});

test("a finished session opens on its result, one that is linked at a moment where it is watched", async () => {
  const source = recorded(golden("peer-review-own.jsonl"), gistOf("peer-review-own.jsonl"));
  const page = await shown(source);
  expect(view()).toBe("result");
  expect(screen.queryByRole("region", { name: "Timeline" })).toBeNull();
  page.unmount();
  history.replaceState(null, "", "/s/x?t=0.01");
  await shown(source);
  expect(view()).toBe("watch");
  history.replaceState(null, "", "/s/x");
});

test("the question stands once", async () => {
  const events = golden("peer-review-own.jsonl");
  const page = await shown(recorded(events));
  const [opened] = events as [{ body: { question: { text: string } } } & Logged];
  expect(page.container.textContent.split(opened.body.question.text)).toHaveLength(2);
});

test("one that runs opens on its answer, a debate where it is watched", async () => {
  const page = await shown(running(golden("peer-review-own.jsonl")).source);
  expect(view()).toBe("result");
  expect(screen.getByRole("article", { name: "Answer" })).toBeTruthy();
  page.unmount();
  await shown(running(golden("debate")).source);
  expect(view()).toBe("watch");
});

test("who watches and touches something is told that the answer is there, and is not moved", async () => {
  const { source, end } = running(golden("peer-review-own.jsonl"));
  await shown(source, "watch");
  expect(view()).toBe("watch");
  fireEvent.pointerDown(document.body);
  await end();
  expect(view()).toBe("watch");
  expect(screen.getByText("The answer is ready.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Read the answer" }).getAttribute("href")).toBe("/s/x/result");
});
