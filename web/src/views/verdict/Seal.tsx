// What happened, in a few words? The server's, never a colour alone.
import { Coded } from "@/controls/Coded";
import { filled } from "@/findings/standingWords";
import { useLooks } from "@/hooks/session";
import { told } from "@/language/told";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

export function Seal({ gist }: { gist: Gist }) {
  return (
    <p className={css["seal"]} data-firmness={gist.firmness}>
      <Coded text={told(gist.seal)} />
    </p>
  );
}

/** What the seal is said of: not of the text below it, where members voted on something else. */
export function About({ gist }: { gist: Gist }) {
  const looks = useLooks();
  return (
    <p className={css["about"]}>
      {gist.about.map((part) => filled(told(part), (id) => lookOf(looks, id).name)).join(" ")}
    </p>
  );
}
