// Do the keys do what the sheet says? On the slider, anywhere on the page, and not where somebody types.
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prefer } from "@/hooks/preferences";
import { SessionContext } from "@/hooks/session";
import { Everywhere } from "@/keyboard/Everywhere";
import { ariaKeys, SHORTCUTS } from "@/keyboard/shortcuts";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { HeaderActions } from "@/pages/session/HeaderActions";
import { SessionKeys } from "@/pages/session/SessionKeys";
import { Timeline } from "@/timeline/Timeline";
import { golden } from "../golden";

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  history.replaceState(null, "", "/s/x/theatre");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function opened(protocol: string): Player {
  const player = new Player();
  player.open(recorded(golden(protocol)));
  return player;
}
function shown(player: Player, children: ReactNode) {
  return render(<SessionContext value={player}>{children}</SessionContext>);
}
const settle = () => act(() => new Promise((done) => setTimeout(done, 60)));
test("the slider tells where it is, and keys move it", async () => {
  const player = opened("debate");
  await settle();
  shown(
    player,
    <>
      <Timeline keys={ariaKeys} />
      <SessionKeys base="/s/x" inspect={() => true} />
    </>,
  );
  const slider = screen.getByRole("slider", { name: "Time" });
  await settle();
  expect(slider.getAttribute("aria-valuetext")).toMatch(/^0:00 of 0:00, Synthesis, event 84$/);
  const press = async (key: string, more: object = {}): Promise<number> => {
    act(() => {
      fireEvent.keyDown(slider, { key, ...more });
    });
    await settle();
    return player.moment().count;
  };
  expect(await press("Home")).toBe(1);
  expect(await press(".")).toBe(2);
  expect(await press(".")).toBe(3);
  expect(await press(",")).toBe(2);
  await press("PageDown");
  expect(player.moment().state.entered.at(-1)).toBe("opinions");
  await press("]");
  expect(player.moment().state.findings.at(-1)?.finding.type).toBe("awards");
  await press("5", { altKey: true, code: "Digit5" });
  expect(player.moment().t).toBe(player.log.duration / 2);
  await press("ArrowRight", { shiftKey: true });
  expect(player.moment().t).toBeCloseTo(player.log.duration * 0.6);
  await press(">");
  expect(player.transport().speed).toBe(2);
  expect(await press("End")).toBe(84);
  expect(player.transport().atHead).toBe(true);
  fireEvent.keyDown(slider, { key: " " });
  expect(player.transport().playing).toBe(true);
  await settle();
  await press("2");
  await press("1");
  expect(location.pathname).toBe("/s/x/council");
  player.dispose();
});

test("keys never act where somebody types, nor in a grid, nor letters that are switched off", async () => {
  const player = opened("debate");
  await settle();
  shown(
    player,
    <>
      <input aria-label="field" />
      <table>
        <tbody>
          <tr>
            <td tabIndex={0}>cell</td>
          </tr>
        </tbody>
      </table>
      <SessionKeys base="/s/x" inspect={() => true} />
      <Everywhere />
    </>,
  );
  const count = () => player.moment().count;
  fireEvent.keyDown(screen.getByLabelText("field"), { key: "," });
  fireEvent.keyDown(screen.getByText("cell"), { key: "Home" });
  expect(count()).toBe(84);
  prefer({ letters: false });
  fireEvent.keyDown(document.body, { key: "," });
  expect([count(), ariaKeys("event-back"), ariaKeys("start")]).toEqual([84, undefined, "Home"]);
  prefer({ letters: true });
  fireEvent.keyDown(document.body, { key: "," });
  expect(count()).toBe(83);
  fireEvent.keyDown(document.body, { key: "?", shiftKey: true });
  expect(await screen.findByRole("dialog")).toBeTruthy();
  for (const { says } of Object.values(SHORTCUTS)) expect(screen.getAllByText(says).length).toBeGreaterThan(0);
  player.dispose();
});

test("Escape asks whether to stop a session that runs, and nothing else of one that has ended", async () => {
  const player = new Player();
  player.open((sink) => {
    sink.connection("live");
    sink.events(golden("debate").slice(0, 9));
    return () => undefined;
  });
  await settle();
  const page = shown(player, <HeaderActions id="x" />);
  act(() => {
    fireEvent.keyDown(document.body, { key: "Escape" });
  });
  expect(screen.getByRole("dialog", { name: "Stop the whole council?" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Stop" }).getAttribute("aria-keyshortcuts")).toBe("Escape");
  page.unmount();
  player.dispose();
  const ended = opened("debate");
  await settle();
  shown(ended, <HeaderActions id="x" />);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  ended.dispose();
});
