// What happened, in a few words? The server's, never a colour alone.
import { Coded } from "@/controls/Coded";
import { told } from "@/language/told";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

export function Seal({ gist }: { gist: Gist }) {
  return (
    <p className={css["seal"]} data-firmness={gist.firmness}>
      <Coded text={told(gist.seal)} />
    </p>
  );
}
