// How did each member judge? Reviewer by reviewer: the words as they were written, with names where letters stood, and
// beside them how they were read.
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { Tabs } from "@/controls/Tabs";
import { Face } from "@/faces/Face";
import { BallotWords } from "@/findings/BallotWords";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { moveOf } from "@/playback/keys";
import { lookOf, type Looks } from "@/playback/looks";
import type { BallotView, SessionState } from "@/wire/types";
import { usePicked } from "../address";
import { Broken } from "./Broken";
import { Skeletons } from "../Skeletons";
import { Words } from "./Words";
import css from "../council.module.css";

/** The moves of a stage that are read as ballots, one for each reader, in the order asked. */
export function useReaders(stage: string): readonly string[] {
  return useMoment(({ state }) =>
    Object.values(state.moves)
      .filter((move) => move.stage === stage && !move.key.includes("+"))
      .map((move) => move.key)
      .join(" "),
  )
    .split(" ")
    .filter((key) => key !== "");
}

export function Judging({ stage }: { stage: string }) {
  const looks = useLooks();
  const keys = useReaders(stage);
  const seats = useMoment(({ state }) => keys.map((key) => state.moves[key]?.seat ?? "").join(" ")).split(" ");
  const { member, pick } = usePicked();
  if (keys.length === 0) return <Skeletons words={say("Nobody has been asked to judge yet.")} />;
  const at = Math.max(0, seats.indexOf(member ?? ""));
  const tabs = keys.map((key, index) => {
    const look = lookOf(looks, seats[index] ?? "");
    return {
      value: key,
      title: (
        <span className="inline">
          <Face look={look} size={20} /> {look.name}
          <Mark move={key} />
        </span>
      ),
    };
  });
  const shown = keys[at] ?? keys[0] ?? "";
  return (
    <Tabs
      name={say("Reviewers")}
      tabs={tabs}
      value={shown}
      onChoose={(key) => {
        pick({ m: seats[keys.indexOf(key)] ?? null });
      }}
    >
      <Judged key={shown} move={shown} />
    </Tabs>
  );
}

/** How far a reader is, beside its name. */
function Mark({ move }: { move: string }) {
  const how = useMoment(({ state }) => {
    const view = state.moves[move];
    const ballot = state.ballots[`${move}:ballot`];
    if (ballot !== undefined) return ballot.spoiled !== "" ? "spoiled" : "read";
    if (view === undefined || view.state === "asked") return "open";
    return view.state === "spoke" && isAwaited(state, view.stage) ? "open" : view.state;
  });
  if (how === "open") return <span className={css["ring"]} role="img" aria-label={say("still judging")} />;
  if (how === "read") return null;
  return (
    <Chip tone="bad">
      {how === "spoiled" ? say("not counted") : how === "spoke" ? say("not read") : say("missing")}
    </Chip>
  );
}

/** Whether ballots of a stage are still to be read: they are, together, once everybody in it is heard. */
export const isAwaited = (state: SessionState, stage: string): boolean =>
  state.status === "running" && state.entered.at(-1) === stage;

/** What private labels of one reader stood for, by the names shown now. */
export function useLabels(move: string): ReadonlyMap<string, string> {
  const looks = useLooks();
  const sheets = useMoment(({ state }) => state.sheets);
  return labelsOf(sheets, move, looks);
}

export function labelsOf(sheets: SessionState["sheets"], move: string, looks: Looks): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [key, sheet] of Object.entries(sheets)) {
    if (moveOf(key) !== moveOf(move)) continue;
    for (const { label, seat } of sheet.entries) names.set(label, lookOf(looks, seat).name);
  }
  return names;
}

const HOW: Readonly<Record<string, string>> = {
  schema: say("read from the form it was asked to fill in"),
  block: say("read from the marked block at its end"),
  ranking: say("read from the ranking in its text"),
  words: say("read from its plain words"),
  person: say("given by a person"),
};

/** One reader's words, and how they were read. */
export function Judged({ move }: { move: string }) {
  const looks = useLooks();
  const view = useMoment(({ state }) => state.moves[move]);
  const ballot = useMoment(({ state }) => state.ballots[`${move}:ballot`]);
  const repaired = useMoment(({ state }) => state.moves[`${move}+repair`]);
  const awaited = useMoment(({ state }) => isAwaited(state, state.moves[move]?.stage ?? ""));
  const names = useLabels(move);
  if (view === undefined) return null;
  const look = lookOf(looks, view.seat);
  const lettered = names.size > 0;
  const failed = view.state === "failed" || view.state === "late";
  return (
    <div className={`${css["judged"]} at-start grid`}>
      <section className="stack box slim" aria-label={say("What {name} wrote", { name: look.name })}>
        <h3>{say("As written")}</h3>
        {lettered && (
          <p className={`${css["letters"]} small rounded-s loose-lines`}>
            {say("The judges saw letters in place of the names in bold.")}
          </p>
        )}
        {failed ? <Broken move={view} /> : <Words move={move} names={lettered ? names : undefined} />}
        {repaired?.state === "spoke" && (
          <Disclosure title={say("Put in order on request")} note={say("the second try")}>
            <Words move={`${move}+repair`} names={lettered ? names : undefined} />
          </Disclosure>
        )}
      </section>
      <section className="stack box slim" aria-label={say("How it was read")}>
        <h3>{say("As read")}</h3>
        <Read ballot={ballot} open={view.state === "asked"} awaited={awaited} />
      </section>
    </div>
  );
}

interface ReadAs {
  ballot: BallotView | undefined;
  open: boolean;
  awaited: boolean;
}

function Read({ ballot, open, awaited }: ReadAs) {
  if (ballot === undefined) {
    const words = awaited ? say("It is read when all ballots are in.") : say("It was not read as a ballot.");
    return <p className="muted small light">{open ? say("It is still being written.") : words}</p>;
  }
  if (ballot.ballot === null)
    return (
      <>
        <p className="bad strong">{say("Could not be read: shown, not counted.")}</p>
        <p className="measure wrap">
          <Coded text={ballot.spoiled} />
        </p>
      </>
    );
  return (
    <>
      <p className="row muted small">
        {HOW[ballot.how] ?? ballot.how}
        {ballot.repaired && <Chip tone="mid">{say("put in order on request")}</Chip>}
      </p>
      <BallotWords ballot={ballot.ballot} />
    </>
  );
}
