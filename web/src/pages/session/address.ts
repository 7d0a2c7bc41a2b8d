// Which moment does the address name? It is read when a session opens, and kept up, without a trace, while it is moved.
//
// `t` is the session's own running time, the same in every way of showing; `on` is how far the show has gone on from there.
import { SPEEDS, type Speed } from "@/playback/clock";
import type { Player } from "@/playback/player";

/** The address is written at most this often: browsers refuse more. */
const WRITTEN_AFTER = 600;

/** `93.4`, `1:33.4` or `1:02:03` as milliseconds; null for anything else. */
export function timeFrom(text: string | null): number | null {
  if (text === null || !/^(\d+:){0,2}\d+(\.\d+)?$/.test(text)) return null;
  return Math.round(text.split(":").reduce((whole, part) => whole * 60 + Number(part), 0) * 1000);
}

/** Goes to what the address asks for; `again` when it was another before: without a moment, to the newest. */
export function followAddress(player: Player, again = false): void {
  const asked = new URLSearchParams(location.search);
  const speed = Number(asked.get("speed"));
  if ((SPEEDS as readonly number[]).includes(speed)) player.setSpeed(speed as Speed);
  else if (again) player.setSpeed(1);
  const t = timeFrom(asked.get("t"));
  const on = Number(asked.get("on"));
  if (t !== null) player.seekRunning(t, Number.isFinite(on) ? on * 1000 : 0);
  else if (again) player.toHead();
}

/** Keeps `t` and `speed` of the address up, and follows it when the viewer goes back or on; returns how to stop. */
export function keepAddress(player: Player): () => void {
  if (location.protocol === "file:") return () => undefined; // a file's address cannot be written
  let { jumps, speed } = player.transport();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (): void => {
    const now = player.transport();
    if (now.jumps === jumps && now.speed === speed) return;
    ({ jumps, speed } = now);
    timer ??= setTimeout(() => {
      timer = undefined;
      history.replaceState(history.state, "", addressOf(player));
    }, WRITTEN_AFTER);
  };
  const leave = player.subscribe(follow);
  const turned = (): void => {
    clearTimeout(timer);
    timer = undefined;
    followAddress(player, true);
    ({ jumps, speed } = player.transport()); // it stands in the address already
    clearTimeout(timer);
    timer = undefined;
  };
  addEventListener("popstate", turned);
  return () => {
    removeEventListener("popstate", turned);
    leave();
    clearTimeout(timer);
  };
}

/** The address of what is shown; of the newest moment when the viewer goes along with it. */
export function addressOf(player: Player, pinned = false): string {
  const address = new URL(location.href);
  const { atHead, behind, speed } = player.transport();
  const t = ((behind ? player.moment().t : player.elapsed()) / 1000).toFixed(1);
  const on = (player.moment().at - player.show.whenRunning(Number(t) * 1000)) / 1000;
  address.searchParams.delete("on");
  if (atHead && !pinned) address.searchParams.delete("t");
  else {
    address.searchParams.set("t", t);
    if (Math.abs(on) >= 0.05) address.searchParams.set("on", on.toFixed(1));
  }
  if (speed === 1) address.searchParams.delete("speed");
  else address.searchParams.set("speed", String(speed));
  return address.href;
}
