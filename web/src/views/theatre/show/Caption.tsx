// What is shown now, in one sentence? A line under the arena, read aloud as well.
import { usePreferences } from "@/hooks/preferences";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import { lookOf, looksOf, type Looks } from "@/playback/looks";
import type { Moment } from "@/playback/player";
import { ballotSentence } from "@/transcript/ballotSentences";
import { findingSentence } from "@/transcript/findingSentences";
import { nameOf } from "@/transcript/wording";
import type { MoveView } from "@/wire/types";
import { theatreBrought } from "../brought";
import { marksOf } from "../moment/marks";
import { useAgain } from "../moment/presence";
import { crownedIn, goesOn, isMasked, stageNow } from "../moment/scenes";
import { standingOf } from "../moment/standing";
import { useArenaLooks } from "../moment/useArenaLooks";
import { extremes, givenBy } from "./Reading";
import css from "./show.module.css";

type Name = (seat: string) => string;

/** In general words; what says nothing here is told in those of its ballot or finding. */
const GENERAL: Readonly<Record<string, (moment: Moment, name: Name) => string | undefined>> = {
  gathering: () => say("The council gathers."),
  stage: ({ state }) => say("{stage} begins.", { stage: stageTitle(stageNow(state)) }),
  floor: ({ beat }, name) => say("{name} speaks.", { name: name(beat?.seat ?? "") }),
  together: ({ beat }, name) => say("{name} has spoken.", { name: name(beat?.seat ?? "") }),
  typed: ({ beat }, name) => say("{name} concludes.", { name: name(beat?.seat ?? "") }),
  reading: read,
  failure: ({ beat }, name) =>
    say("{name} did not answer, or not so that it could be read.", { name: name(beat?.seat ?? "") }),
  unmasking: () => say("The masks come off."),
  climbing: ({ state }, name) => {
    const first = standingOf(state).rows[0];
    return first?.judged === true
      ? say("{name} leads with {figure}.", { name: name(first.seat), figure: first.figure })
      : "";
  },
  verdict: () => say("The verdict is in."),
  curtain: (moment, name) => say("{name} came first.", { name: name(crownedIn(moment)) }),
  stopped: () => say("The session ended without an answer."),
};

/** Whom a reader judges highest and lowest, and with what. */
function read({ state, beat }: Moment, name: Name): string {
  const reader = name(beat?.seat ?? "");
  const [best, worst] = extremes(givenBy(marksOf(state), beat?.seat ?? ""));
  if (best === undefined) return say("{reader} judges.", { reader });
  const told = { reader, best: name(best.seat), high: best.mark.label };
  if (worst === undefined) return say("{reader} gives {best} {high}.", told);
  return say("{reader} gives {best} {high} and {worst} {low}.", {
    ...told,
    worst: name(worst.seat),
    low: worst.mark.label,
  });
}

/** What a ballot or a finding says, as the chronicle has it: on a narrow screen it stands nowhere else. */
function told({ state, beat }: Moment, looks: Looks): string {
  if (beat === null || beat.as === "flow") return "";
  const read = state.ballots[beat.key];
  if (read?.ballot != null) return ballotSentence(read.ballot, nameOf(looks, read.reader), looks);
  const found = state.findings.find(({ key }) => key === beat.key);
  return found === undefined ? "" : findingSentence(found.finding, looks);
}

const nameIn =
  (looks: Looks): Name =>
  (seat) =>
    lookOf(looks, seat).name;

/** The sentence of a moment; empty where nothing of its own is shown. */
export function captionOf(moment: Moment): string {
  const { beat, state } = moment;
  if (beat === null) return "";
  const looks = looksOf(state, isMasked(state));
  const name = nameIn(looks);
  const own = theatreBrought(state.protocol)?.captions?.[beat.as]?.(moment, name);
  return own ?? GENERAL[beat.as]?.(moment, name) ?? told(moment, looks);
}

/** Who has failed and is asked again, while news is waited for; nobody while something is shown. */
function troubled({ state, beat }: Moment): MoveView | undefined {
  if (beat !== null || !goesOn(state)) return undefined;
  const stage = stageNow(state);
  return Object.values(state.moves).find(
    (move) => move.stage === stage && move.state === "asked" && (move.attempt > 1 || move.settled !== ""),
  );
}

export function Caption() {
  const { announce } = usePreferences();
  const looks = useArenaLooks();
  const trouble = useMoment(troubled);
  const again = useAgain(trouble);
  const shown = useMoment(captionOf);
  const text =
    shown === "" && again !== ""
      ? say("{name}: {told}", { name: lookOf(looks, trouble?.seat ?? "").name, told: again })
      : shown;
  return (
    <p className={css["caption"]} role="status" aria-live={announce === "less" ? "off" : "polite"} data-caption="">
      {text}
    </p>
  );
}
