// How is somebody told that a long session has ended while they look elsewhere? By a notification of the browser, if they chose
// that and the browser allows it; else by the title of the tab. Nobody is asked for leave before they choose it.
import { useEffect, useRef } from "react";
import { say } from "@/language/say";
import { prefer, preferences } from "./preferences";
import { rowTitle, stateWords, useLate, type TalkRow } from "./sessions";

/** Seconds from which on a session is long. */
const LONG = 15;
const LONGEST = 120;

/** What this browser lets the page do; `missing` where it has no notifications, as on plain HTTP. */
export type Leave = "granted" | "denied" | "default" | "missing";

export const leave = (): Leave => (typeof Notification === "undefined" ? "missing" : Notification.permission);

/** Turns it on, asking the browser for leave if it was not asked before, or off. */
export async function wantNotices(on: boolean): Promise<Leave> {
  prefer({ notify: on });
  if (!on || leave() !== "default") return leave();
  try {
    await Notification.requestPermission();
  } catch {
    // an old browser, or a page in a frame: the title says it
  }
  prefer({}); // whoever shows the state draws it anew
  return leave();
}

/** Watches the conversations of late, and tells of those that ran long and have ended; stands once, in the shell. */
export function useNotices(go: (address: string) => void): void {
  const rows = useLate("").data?.sessions;
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const row of rows ?? []) {
      if (row.state === "running") running.current.add(row.session);
      else if (running.current.delete(row.session) && row.seconds >= LONG) tell(row, go);
    }
  }, [rows, go]);
}

/** One sentence for each way a session ends; whoever is asked for something is told that, too. */
function sentenceOf({ state }: TalkRow): string {
  if (state === "verdict") return say("The answer is ready");
  if (state === "waiting") return say("A session waits for you");
  return say("A session has ended: {state}", { state: stateWords(state) });
}

function tell(row: TalkRow, go: (address: string) => void): void {
  if (!preferences().notify || !document.hidden) return;
  const about = rowTitle(row);
  const body = about.length > LONGEST ? `${about.slice(0, LONGEST - 1)}…` : about;
  if (leave() === "granted") {
    try {
      const notice = new Notification(sentenceOf(row), { body, tag: row.session });
      notice.onclick = () => {
        window.focus();
        go(`/s/${row.session}`);
        notice.close();
      };
      return;
    } catch {
      // phones let only service workers notify
    }
  }
  inTitle(`● ${sentenceOf(row)}`);
}

/** Says it in the tab until the page is looked at again. */
function inTitle(words: string): void {
  const before = document.title;
  document.title = words;
  const seen = (): void => {
    if (document.hidden) return;
    if (document.title === words) document.title = before;
    document.removeEventListener("visibilitychange", seen);
  };
  document.addEventListener("visibilitychange", seen);
}
