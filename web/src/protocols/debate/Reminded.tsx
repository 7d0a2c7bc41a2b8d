// What is a member reminded of from earlier debates? A small sign on its seat, and the words in its reader.
import { NotebookPen } from "lucide-react";
import { memo } from "react";
import { Chip } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import type { FindingOf, SessionState } from "@/wire/types";
import css from "./medals.module.css";

type Nudge = FindingOf<"roles">["nudges"][number];
const STOOD: Readonly<Record<string, string>> = {
  agree: say("sided with a member here last time"),
  disagree: say("opposed a member here last time"),
};

const nudgeOf = (state: SessionState, seat: string): Nudge | null =>
  latest(state.findings, "roles")?.nudges.find((nudge) => nudge.seat === seat) ?? null;

/** Each thing it is reminded of, with the figure behind it where one was recorded. */
export function remindedOf({ traits, figures, stood }: Nudge): string[] {
  const said = traits.map((trait, at) => {
    const figure = figures?.[at] ?? "";
    const words = trait.replaceAll("-", " ");
    return figure === "" ? words : say("{trait}, {figure}", { trait: words, figure: figure });
  });
  return stood === undefined ? said : [...said, STOOD[stood] ?? stood];
}

const wordsOf = (nudge: Nudge): string => say("Reminded: {things}", { things: remindedOf(nudge).join("; ") });

export const RemindedSign = memo(function RemindedSign({ seat }: { seat: string }) {
  const nudge = useMoment(({ state }) => nudgeOf(state, seat));
  if (nudge === null) return null;
  const says = wordsOf(nudge);
  return (
    <span className={css["reminded"]} role="img" aria-label={says} title={says}>
      <NotebookPen size={11} strokeWidth={2.2} />
    </span>
  );
});

export function RemindedWords({ seat }: { seat: string }) {
  const nudge = useMoment(({ state }) => nudgeOf(state, seat));
  if (nudge === null) return null;
  return (
    <p>
      <Chip>{wordsOf(nudge)}</Chip> <small>{say("The latest 500 sessions at most are looked back upon.")}</small>
    </p>
  );
}
