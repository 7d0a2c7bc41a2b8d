// May this be a name? What the server refuses as one, said beside the field before anything is sent.
import { say } from "@/language/say";
import { number } from "@/language/written";

/** As `checked_name` of the server has it: a name is also that of a file. */
const LONGEST = 64;
const NAME = /^(?!.*\.\.)[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;

/** What is wrong with a name; empty where nothing is, and where there is none yet. */
export function nameFault(typed: string): string {
  const name = typed.trim();
  if (name.length > LONGEST)
    return say("A name has at most {most} characters, and this one has {count}.", {
      most: number(LONGEST),
      count: number(name.length),
    });
  if (name === "" || NAME.test(name)) return "";
  return say(
    "A name is made of the letters a to z, digits, “-”, “_” and “.”; it begins with a letter or digit, and has no dot at its end or beside another one.",
  );
}
