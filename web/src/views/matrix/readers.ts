// Who stands above the columns of a table of ballots? The members; behind masks reviewers by number, so that no letter is
// tied to a judgement, and what might name one is left out.
import { say } from "@/language/say";
import type { Column, Note } from "@/views/grid/grid";

export const readersOf = (seats: readonly string[], masked: boolean): readonly Column[] =>
  seats.map((id, at) =>
    masked
      ? { id, seat: null, title: say("Reviewer {number, number}", { number: at + 1 }), note: "" }
      : { id, seat: id, title: "", note: "" },
  );

/** What is said behind masks where a name would stand. */
export const OWN = say("Nobody is told which answer is its own.");
export const UNREAD: Note = { seat: null, says: say("A ballot could not be read. It is not counted.") };
export const ABSTAINED: Note = { seat: null, says: say("A reviewer declined to judge.") };
