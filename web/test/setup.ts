// What does a test page need that happy-dom lacks? And who answers a request that a test has given no answer to? Nobody:
// the test that made it fails.
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { cleanup, configure } from "@testing-library/react";
import { prefer } from "@/hooks/preferences";
import { queries } from "@/hooks/queries";
import "@/protocols/council";
import "@/protocols/verdict";
import "@/protocols/session";
import "@/protocols/theatre";

// Files share their modules: what one of them left in the browser, in its preferences or in its queries is gone in the next,
// and React knows in each of them that it is tested, where the testing library tells it once.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  prefer({ theme: "system", motion: "system", density: "comfortable", size: "normal" });
  prefer({ announce: "normal", letters: true, textOnly: false, notify: false });
  localStorage.clear();
  sessionStorage.clear();
  queries.clear();
  history.replaceState(null, "", "/");
  vi.useRealTimers();
});

// What a file stubs for all of its tests goes with it: without frames of its own the next one would wait for ever.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

// On a busy machine a part that is loaded late takes its time; what does not come fails all the same.
configure({ asyncUtilTimeout: 20_000 });

const unanswered: string[] = [];
// Assigned, not stubbed: it stands again wherever a test takes its own answers back.
globalThis.fetch = (request) => {
  const asked = request instanceof Request ? `${request.method} ${request.url}` : `GET ${String(request)}`;
  unanswered.push(asked);
  return Promise.reject(new TypeError(`No test has an answer to ${asked}.`));
};

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);
afterEach(() => {
  expect(unanswered.splice(0), "requests without an answer: stub `fetch` in the test that makes them").toEqual([]);
});
