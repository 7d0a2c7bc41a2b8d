// Does a page outlive a server that is away for a moment?
import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { isUnloaded, patiently } from "@/controls/late";

const unloaded = new TypeError("Failed to fetch dynamically imported module: http://127.0.0.1:1/assets/Rendered.js");

it("asks again until the server is back", async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(unloaded)
    .mockRejectedValueOnce(unloaded)
    .mockResolvedValue({ default: 1 });
  await expect(patiently(load, [1, 1, 1])).resolves.toEqual({ default: 1 });
  expect(load).toHaveBeenCalledTimes(3);
});

it("gives up after a while, and says what it was", async () => {
  const load = vi.fn().mockRejectedValue(unloaded);
  await expect(patiently(load, [1, 1])).rejects.toSatisfy(isUnloaded);
  expect(load).toHaveBeenCalledTimes(3);
});

it("does not try a module again that breaks", async () => {
  const load = vi.fn().mockRejectedValue(new Error("x is not a function"));
  await expect(patiently(load, [1, 1])).rejects.toThrow("x is not a function");
  expect(load).toHaveBeenCalledTimes(1);
});

it("shows nothing before a style sheet that did not come is there", async () => {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  document.head.append(link);
  const load = vi
    .fn()
    .mockImplementationOnce(() => {
      link.dispatchEvent(new Event("error"));
      return Promise.reject(new Error("Unable to preload CSS for /assets/Part.css"));
    })
    .mockResolvedValue({ default: 1 });
  let shown = false;
  const loaded = patiently(load, [1, 1, 1]).then((part) => {
    shown = true;
    return part;
  });
  await waitFor(() => {
    expect(load).toHaveBeenCalledTimes(2);
  });
  const second = document.head.querySelector("link");
  expect(second).not.toBe(link);
  second?.dispatchEvent(new Event("error"));
  await waitFor(() => {
    expect(load).toHaveBeenCalledTimes(3);
  });
  const third = document.head.querySelector("link");
  expect(third).not.toBe(second);
  expect(shown).toBe(false);
  third?.dispatchEvent(new Event("load"));
  await expect(loaded).resolves.toEqual({ default: 1 });
  third?.remove();
});
