// Do the keys do what the sheet says? On the slider, anywhere on the page, and not where somebody types.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Choice } from "@/controls/Switches";
import { prefer } from "@/hooks/preferences";
import { Pane } from "@/views/council/stage/Pane";
import { Statement } from "@/views/council/stage/Words";
import { Table } from "@/findings/parts";
import { Everywhere } from "@/keyboard/Everywhere";
import { ariaKeys, SHORTCUTS } from "@/keyboard/shortcuts";
import Rendered from "@/markdown/Rendered";
import { Player } from "@/playback/player";
import { HeaderActions } from "@/pages/session/HeaderActions";
import { SessionKeys } from "@/pages/session/SessionKeys";
import { Decree } from "@/views/theatre/arena/Decree";
import { Reader } from "@/views/theatre/Reader";
import { Tray } from "@/views/theatre/arena/Tray";
import { Timeline } from "@/views/timeline/Timeline";
import { golden } from "../golden";
import { opened, settle, shown } from "../mounted";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  history.replaceState(null, "", "/s/x/theatre");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the slider tells where it is, and keys move it", async () => {
  const player = await opened(golden("debate"));
  shown(
    player,
    <>
      <Timeline keys={ariaKeys} />
      <SessionKeys timed base="/s/x" />
    </>,
  );
  const slider = screen.getByRole("slider", { name: "Time" });
  await settle();
  expect(slider.getAttribute("aria-valuetext")).toMatch(/^(\d:\d\d) of \1, Synthesis, event 84$/);
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
  expect(player.moment().at).toBe(player.show.duration / 2);
  await press("ArrowRight", { shiftKey: true });
  expect(player.moment().at).toBeCloseTo(player.show.duration * 0.6);
  await press(">");
  expect(player.transport().speed).toBe(2);
  expect(await press("End")).toBe(84);
  expect(player.transport().atHead).toBe(true);
  fireEvent.keyDown(slider, { key: " " });
  expect(player.transport().playing).toBe(true);
  await settle();
  await press("2");
  await press("1");
  expect(location.pathname).toBe("/s/x/transcript");
  player.dispose();
});

test("keys never act where somebody types, nor in a grid, nor letters that are switched off", async () => {
  const player = await opened(golden("debate"));
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
      <Choice label="Pace" value="a" choices={[{ value: "a", title: "Calm" }]} onChoose={() => undefined} />
      <SessionKeys timed base="/s/x" />
      <Everywhere />
    </>,
  );
  const count = () => player.moment().count;
  fireEvent.keyDown(screen.getByLabelText("field"), { key: "," });
  fireEvent.keyDown(screen.getByText("cell"), { key: "Home" });
  fireEvent.keyDown(screen.getByRole("radio", { name: "Calm" }), { key: "ArrowLeft" });
  expect([player.transport().atHead, screen.getByRole("radiogroup", { name: "Pace" }).tagName]).toEqual([
    true,
    "FIELDSET",
  ]);
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

test("places that scroll keep their own keys, in every view", async () => {
  const player = await opened(golden("debate"));
  await import("@/markdown/Rendered");
  await settle();
  const page = shown(
    player,
    <>
      <Rendered text={"```\nlong\n```\n\n| a |\n|---|\n| b |"} />
      <Statement text={'{"a": 1}'} streaming={false} />
      <Pane seat="seat-a" move="opinions/seat-a" />
      <Table says="Some table" head={["a"]}>
        {null}
      </Table>
      <Reader seat="seat-a" onClose={() => undefined} />
      <Decree lead="chair" />
      <Tray box={{ x: 0, y: 0, width: 9, height: 9 }} onOpen={() => undefined} />
      <SessionKeys timed base="/s/x" />
    </>,
  );
  const places = [...page.container.querySelectorAll<HTMLElement>('[tabindex="0"]')];
  expect(places.length).toBeGreaterThanOrEqual(8);
  const count = player.moment().count;
  for (const place of places)
    for (const key of ["ArrowDown", "ArrowRight", "Home", "End", "PageUp", "PageDown"]) {
      fireEvent.keyDown(place, { key });
      expect(player.moment().count, `${place.outerHTML.slice(0, 80)} ${key}`).toBe(count);
    }
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
  const ended = await opened(golden("debate"));
  shown(ended, <HeaderActions id="x" />);
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  ended.dispose();
});
