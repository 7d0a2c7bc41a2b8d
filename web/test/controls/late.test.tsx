// Does a page outlive a server that is away for a moment?
import { afterEach, expect, it, vi } from "vitest";
import { answers, isUnloaded, mayReload } from "@/controls/late";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

it("waits for a server that is away", async () => {
  const ask = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(new Response());
  vi.stubGlobal("fetch", ask);
  await expect(answers(new AbortController().signal, 1)).resolves.toBe(true);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("waits no longer than anybody looks", async () => {
  const left = new AbortController();
  vi.stubGlobal("fetch", () => {
    left.abort();
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  await expect(answers(left.signal, 1)).resolves.toBe(false);
});

it("loads again by itself three times a minute, and no more", () => {
  expect([0, 1, 2, 3].map((at) => mayReload(1_000_000 + at))).toEqual([true, true, true, false]);
  expect(mayReload(1_061_000)).toBe(true);
});

it("tells a part that did not come from one that breaks", () => {
  expect(isUnloaded(new TypeError("Failed to fetch dynamically imported module: http://x/a.js"))).toBe(true);
  expect(isUnloaded(new Error("Unable to preload CSS for /assets/Part.css"))).toBe(true);
  expect(isUnloaded(new Error("x is not a function"))).toBe(false);
});
