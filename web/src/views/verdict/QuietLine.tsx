// Who was asked, what stands behind the answer, and what did it take? The server's line, with everybody by name.
import { filled } from "@/findings/standingWords";
import { useLooks } from "@/hooks/session";
import { say } from "@/language/say";
import { told } from "@/language/told";
import { lookOf } from "@/playback/looks";
import type { Gist } from "@/wire/types";
import css from "./verdict.module.css";

export function QuietLine({ gist }: { gist: Gist }) {
  const looks = useLooks();
  return (
    <ul className={css["line"]} aria-label={say("In short")}>
      {gist.line.map((part) => (
        <li key={part}>{filled(told(part), (id) => lookOf(looks, id).name)}</li>
      ))}
    </ul>
  );
}
