// Whom does a sentence of the record speak of? Seats stand in it by id; a reader meets what they are called on this page,
// which is a letter while names are hidden.
import type { Looks } from "@/playback/looks";

/** What is typed, which stays as it is, or an id: members, and offices that are told apart by a number. */
const SEATS = /`[^`]*`|(?<![\w./#=~-])(?:seat-[a-z]{1,2}|[a-z]+(?:-[a-z]+)*-\d{1,3})(?![\w/#=~-])/g;

/** A sentence with the name of each seat in place of its id; ids of nobody stay. */
export const namedIn = (words: string, looks: Looks): string =>
  words.replace(SEATS, (found) => looks.get(found)?.name ?? found);

/** The server's words with the names of this page. */
export const toldOf = (words: string, looks: Looks): string => namedIn(words, looks);
