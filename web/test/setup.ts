// What does a test page need that happy-dom lacks? And who answers a request that a test has given no answer to? Nobody:
// the test that made it fails.
import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "@testing-library/react";
import "@/protocols/council";
import "@/protocols/matrix";
import "@/protocols/session";
import "@/protocols/theatre";

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
