// What came of the last test of a service? Never more than it proved: a list of models is no answer, and no test is no good news.
import { useEffect, useState } from "react";
import { Chip } from "@/controls/Card";
import { locale, say } from "@/language/say";
import { decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";

export type Test = Schemas["LastTest"];

/** How long a test says what is so now; later it says what was so then. */
const NOW_MS = 60_000;

const time = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });

/** `at 14:03`, `on Nov 3 at 14:03`. */
export function when(at: string, now: number): string {
  const moment = new Date(at);
  const today = day.format(moment) === day.format(now);
  return today
    ? say("at {time}", { time: time.format(moment) })
    : say("on {day} at {time}", { day: day.format(moment), time: time.format(moment) });
}

/** The time, looked at again every few seconds. */
function useNow(): number {
  const [now, look] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      look(Date.now());
    }, 15_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

/** In a few words. What runs on this machine without a key is said to be running only while it has just answered; a list of
 * models proves no key. */
export function TestChip({ test, local = false }: { test: Test | null; local?: boolean }) {
  const now = useNow();
  if (test === null) return <Chip>{say("not tested yet")}</Chip>;
  const then = when(test.at, Math.max(now, Date.parse(test.at)));
  if (test.proved === "") return <Chip tone="bad">{say("did not answer {when}", { when: then })}</Chip>;
  if (local && now - Date.parse(test.at) < NOW_MS) return <Chip tone="good">{say("running")}</Chip>;
  if (test.proved === "listing") return <Chip tone="gold">{say("listed its models {when}", { when: then })}</Chip>;
  return <Chip tone="good">{say("answered {when}", { when: then })}</Chip>;
}

/** In whole sentences: what was proved, and what was not. */
export function TestWords({ test }: { test: Test | null }) {
  return <p className="muted small measure">{wordsOf(test)}</p>;
}

export function wordsOf(test: Test | null): string {
  if (test === null) return say("It was not tested yet.");
  const { asked, found, ms } = test;
  switch (test.proved) {
    case "answer":
      return say("{model} answered after {time}: the address works, and the key where one is needed.", {
        model: asked,
        time: took(ms),
      });
    case "listing":
      return say(
        "It listed {count, plural, one {# model} other {# models}} after {time}. No model was asked: this proves the address, and neither the key nor an answer.",
        { count: found, time: took(ms) },
      );
    case "search":
      return found === 0
        ? say("It answered after {time}; looking up “{words}” found nothing.", { time: took(ms), words: asked })
        : say("Looking up “{words}” found {count, plural, one {# result} other {# results}} after {time}.", {
            words: asked,
            count: found,
            time: took(ms),
          });
    default:
      return `${test.error} ${test.remedy}`.trim();
  }
}

const took = (ms: number): string =>
  ms < 1000 ? say("{ms, number} ms", { ms }) : say("{seconds} s", { seconds: decimal(ms / 1000, 1) });
