// Is the app's fold the server's? After every event of every golden transcript, by the files both sides read.
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import { EventLog } from "@/playback/log";
import type { SessionState } from "@/wire/types";
import { changed, changesOf, eventsOf, TRANSCRIPTS } from "../golden";

test.each(TRANSCRIPTS)("%s: the state after every prefix is the server's", (name) => {
  const [events, changes] = [eventsOf(name), changesOf(name)];
  expect(changes.length).toBe(events.length);
  let [mine, theirs]: [SessionState, unknown] = [NOTHING, NOTHING];
  events.forEach((event, at) => {
    mine = fold(mine, event);
    theirs = changed(theirs, changes[at] ?? []);
    expect(mine, `after event ${String(event.seq)}`).toEqual(theirs);
  });
});

test.each(TRANSCRIPTS)("%s: the log gives the same state at every place, whatever was asked before", (name) => {
  const [log, events] = [new EventLog(), eventsOf(name)];
  const states = [NOTHING];
  for (const event of events) {
    expect(log.append(event)).toBe("added");
    expect(log.append(event)).toBe("known");
    states.push(log.head);
  }
  const places = events.map((_, at) => (at * 37) % events.length);
  for (const at of places) expect(log.at(at)).toEqual(states[at]);
});
