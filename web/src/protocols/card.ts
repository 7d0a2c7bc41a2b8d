// What is to be known of a protocol before a session of it is shown? Its picture and what it is the first of.
import type { LucideIcon } from "lucide-react";

/** A file that the server writes of its sessions besides those of every protocol. */
export interface OwnFile {
  name: string;
  title: string;
  says: string;
  copies?: true;
  form: "md" | "votes";
}

/** Which questions it is for, told by plain words: no model is asked. */
export interface Fits {
  /** Words of the question that speak for it; left out where it fits what nothing else does. */
  words?: RegExp;
  /** Names of files that speak for it. */
  files?: RegExp;
  /** Why, in a sentence for who asks. */
  because: string;
}

export interface ProtocolCard {
  /** Its name, as the server calls it. */
  protocol: string;
  icon?: LucideIcon;
  /** Whether members who are picked one by one deliberate by it. */
  byDefault?: true;
  /** Whether a session that runs opens where it is watched; every other opens on its answer. */
  watched?: true;
  /** Whether its chair can write from what has arrived before everybody is heard. */
  answersNow?: true;
  /** What it is called where somebody is to see a first one. */
  shownFirst?: string;
  files?: readonly OwnFile[];
  fits?: Fits;
}
