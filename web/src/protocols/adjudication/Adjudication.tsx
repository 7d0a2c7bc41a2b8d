// How was it adjudicated? What was found first, then every single judgement, folded.
import { Disclosure } from "@/controls/Disclosure";
import { useLooks, useMoment } from "@/hooks/session";
import { aboutOf, taskTitle } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { BallotWords } from "@/findings/BallotWords";
import { say } from "@/language/say";
import { Findings } from "@/views/council/stage/Findings";
import { isAwaited, useReaders } from "@/views/council/stage/Judging";
import { Words } from "@/views/council/stage/Words";
import css from "@/views/council/council.module.css";
import ours from "./council.module.css";

export function Adjudication({ stage }: { stage: string }) {
  const keys = useReaders(stage);
  return (
    <div className={`${css["stack"]} stack slim`}>
      <Findings stage={stage} awaited={say("The adjudicator reads every answer alone, without names.")} />
      {keys.length > 0 && (
        <Disclosure title={say("Every judgement")} note={keys.length}>
          <div className={`${ours["judgements"]} at-start grid`}>
            {keys.map((key) => (
              <Judgement key={key} move={key} />
            ))}
          </div>
        </Disclosure>
      )}
    </div>
  );
}

function Judgement({ move }: { move: string }) {
  const looks = useLooks();
  const ballot = useMoment(({ state }) => state.ballots[`${move}:ballot`]);
  const seat = useMoment(({ state }) => state.moves[move]?.seat ?? "");
  const awaited = useMoment(({ state }) => isAwaited(state, state.moves[move]?.stage ?? ""));
  const [what = "", whose] = aboutOf(move).split(".");
  return (
    <article className="stack box slim">
      <h3>
        {whose === undefined
          ? taskTitle(what)
          : say("{what} of {name}", { what: taskTitle(what), name: lookOf(looks, whose).name })}
        <span className="muted small light"> {say("by {name}", { name: lookOf(looks, seat).name })}</span>
      </h3>
      {ballot?.ballot == null ? (
        <p className="muted small light">
          {ballot !== undefined
            ? say("Could not be read: shown, not counted.")
            : awaited
              ? say("It is read when everything that was asked is in.")
              : say("Nothing came that could be read.")}
        </p>
      ) : (
        <BallotWords ballot={ballot.ballot} />
      )}
      <Disclosure title={say("As written")}>
        <Words move={move} />
      </Disclosure>
    </article>
  );
}
