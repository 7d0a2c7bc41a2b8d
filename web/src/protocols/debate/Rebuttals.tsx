// How did those who were marked lowest answer their critics? Each mark with its reason beside the reply.
import { ArrowRight } from "lucide-react";
import { Face } from "@/faces/Face";
import { Score, Who } from "@/findings/parts";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import { Findings } from "@/views/council/stage/Findings";
import { Skeletons } from "@/views/council/Skeletons";
import { Words } from "@/views/council/stage/Words";
import css from "@/views/council/council.module.css";

/** Those who were marked lowest answer their critics; the critics mark them again. */
export function Rebuttals({ stage }: { stage: string }) {
  const looks = useLooks();
  const seats = useMoment(({ state }) =>
    state.seats
      .filter(({ id }) => state.moves[`${stage}/${id}`] !== undefined)
      .map(({ id }) => id)
      .join(" "),
  )
    .split(" ")
    .filter((id) => id !== "");
  const cells = useMoment(({ state }) => latest(state.findings, "scoreboard")?.cells);
  const last = useMoment(
    ({ state }) => state.findings.findLast((made) => made.finding.type === "scoreboard")?.stage === stage,
  );
  if (seats.length === 0) return <Skeletons words={say("Nobody has begun to answer the critics.")} />;
  return (
    <div className={`${css["stack"]} stack slim`}>
      {seats.map((id) => (
        <section
          key={id}
          className={`${css["exchange"]} at-start grid`}
          aria-label={say("Charges against {name}, and the reply", { name: lookOf(looks, id).name })}
        >
          <div className="stack">
            {(cells ?? [])
              .filter((cell) => cell.seat === id)
              .map((cell) => (
                <blockquote key={cell.reader} className={`${css["charge"]} stack tight wrap rounded loose-lines`}>
                  <span className="row">
                    <Who seat={cell.reader} size={18} /> <Score score={cell.score} of={10} />
                    {last && cell.adjusted !== null && (
                      <>
                        <ArrowRight size={14} aria-label={say("after the reply")} />{" "}
                        <Score score={cell.adjusted} of={10} />
                      </>
                    )}
                  </span>
                  <p lang="">{cell.why}</p>
                  {last && cell.why_adjusted !== "" && (
                    <p className="muted small light" lang="">
                      {cell.why_adjusted}
                    </p>
                  )}
                </blockquote>
              ))}
          </div>
          <ArrowRight className="muted above" size={20} aria-label={say("answered by")} />
          <div className="stack box slim">
            <p className="row">
              <Face look={lookOf(looks, id)} size={26} /> <b>{lookOf(looks, id).name}</b>
            </p>
            <Words move={`${stage}/${id}`} />
          </div>
        </section>
      ))}
      <Findings stage={stage} which="all" />
    </div>
  );
}
