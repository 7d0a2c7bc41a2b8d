// Does every page say that nothing can be written, and nothing while all is well?
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Storage } from "@/shell/Storage";
import { around, settle } from "../mounted";

afterEach(() => {
  vi.unstubAllGlobals();
});

const told = (storage: string) => {
  const health = { status: storage ? "storage" : "ok", storage, free: 0, version: "1" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(health)));
};

it("says why nothing can be written", async () => {
  told("the disk is full: 0.0 MB are free in /home/moot");
  render(around(<Storage />));
  const notice = await screen.findByRole("status");
  expect(notice.textContent).toContain("the disk is full: 0.0 MB are free in /home/moot");
});

it("says nothing while all is well", async () => {
  told("");
  render(around(<Storage />));
  await settle();
  expect(screen.queryByRole("status")).toBeNull();
});
