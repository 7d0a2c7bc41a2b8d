// Is somebody told of a long session's end when they chose it and look elsewhere, by a notification or else by the title?
import { act, fireEvent, render, screen } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Notices } from "@/controls/Notices";
import { useNotices } from "@/hooks/notify";
import { prefer, preferences } from "@/hooks/preferences";
import { ROW, talkOf } from "../pages/sessions/served";

const told: string[] = [];
const went: string[] = [];
const shown: { onclick: (() => void) | null }[] = [];
function browser(permission: NotificationPermission, asked = vi.fn()): typeof asked {
  class Fake {
    static permission = permission;
    static requestPermission = asked;
    onclick: (() => void) | null = null;
    constructor(title: string, { body = "" }: NotificationOptions) {
      told.push(`${title}: ${body}`);
      shown.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal("Notification", Fake);
  return asked;
}

beforeEach(() => {
  told.length = went.length = 0;
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  document.title = "Moot";
  prefer({ notify: true });
});
afterEach(() => {
  prefer({ notify: false });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const go = (to: string): void => void went.push(to);
function Watching() {
  useNotices(go);
  return null;
}

/** A session that ran and ends after so many seconds. */
async function ends(hidden: boolean, seconds = 40, state = "verdict"): Promise<void> {
  let row = { ...ROW, state: "running", seconds: 1, title: "Water" };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ conversations: [talkOf(row)], next: null })));
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <Watching />
    </QueryClientProvider>,
  );
  const settled = (): Promise<void> => act(() => new Promise<void>((done) => setTimeout(done, 20)));
  await settled();
  row = { ...row, state, seconds };
  await act(() => queries.invalidateQueries());
  await settled();
}

test("a notification names the session, and pressing it leads there", async () => {
  browser("granted");
  await ends(true);
  expect(told).toEqual(["The answer is ready: Water"]);
  shown.at(-1)?.onclick?.();
  expect(went).toEqual(["/s/s-1"]);
  expect(document.title).toBe("Moot");
});

test("who looks at the page, did not choose it, or waited only a moment is not told", async () => {
  browser("granted");
  await ends(false);
  await ends(true, 3);
  prefer({ notify: false });
  await ends(true);
  expect(told).toEqual([]);
  expect(document.title).toBe("Moot");
});

test("where the browser allows none, the title says it until the page is looked at", async () => {
  browser("denied");
  await ends(true, 40, "failed");
  expect(told).toEqual([]);
  expect(document.title).toBe("● A session has ended: failed");
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(document.title).toBe("Moot");
});

test("the browser is asked only when the switch is turned on, and what it says is told", () => {
  prefer({ notify: false });
  const asked = browser("default", vi.fn().mockResolvedValue("granted"));
  render(<Notices />);
  const turn = screen.getByRole("switch", { name: "Tell me when a long session ends" });
  expect(turn.getAttribute("aria-checked")).toBe("false");
  expect(asked).not.toHaveBeenCalled();
  fireEvent.click(turn);
  expect(asked).toHaveBeenCalledOnce();
  expect(preferences().notify).toBe(true);
  expect(screen.getByText(/The browser asks you first/)).toBeTruthy();
});
