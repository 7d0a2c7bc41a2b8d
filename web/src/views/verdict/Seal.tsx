// What happened, in a few words? The server's, never a colour alone.
import { Coded } from "@/controls/Coded";
import { filled } from "@/findings/standingWords";
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

/** Where members voted, the vote stands before it: the text below is another, which nobody voted on. */
export function Seal({ gist }: { gist: Gist }) {
  const looks = useLooks();
  const [of, seal] = [gist.of, gist.seal];
  const words =
    gist.of === ""
      ? seal
      : gist.whom === ""
        ? say("{of}: {seal}", { of, seal })
        : say("{of}: {seal} for {name}", { of, seal, name: lookOf(looks, gist.whom).name });
  return (
    <p className={css["seal"]} data-firmness={gist.firmness}>
      <Coded text={words} />
    </p>
  );
}

/** What the seal is said of: not of the text below it, where members voted on something else. */
export function About({ gist }: { gist: Gist }) {
  const looks = useLooks();
  return (
    <p className={css["about"]}>{gist.about.map((part) => filled(part, (id) => lookOf(looks, id).name)).join(" ")}</p>
  );
}
