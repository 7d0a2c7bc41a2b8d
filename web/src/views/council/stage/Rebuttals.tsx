// Who charged whom with what, and how was it answered? Charge and reply side by side, and whether anybody moved.
import { ArrowRight } from "lucide-react";
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { Score, Who } from "@/findings/parts";
import { FlipChip } from "@/findings/rebutted";
import { useLooks, useMoment } from "@/hooks/session";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import { usePicked } from "../address";
import { Findings } from "./Findings";
import { Judging } from "./Judging";
import { Skeletons } from "../Skeletons";
import { Words } from "./Words";
import css from "../council.module.css";

export function Rebuttals({ stage }: { stage: string }) {
  const made = useMoment(({ state }) => latest(state.findings, "rebuttals-made"));
  const adjudicated = useMoment(({ state }) => state.protocol === "adjudication");
  if (made !== null) return <Charges made={made} />;
  if (adjudicated) return <Judging stage={stage} />;
  return <Answered stage={stage} />;
}

/** Rebuttals aimed at answers, and what each author made of them. */
function Charges({ made }: { made: FindingOf<"rebuttals-made"> }) {
  const seats = useMoment(({ state }) => state.seats);
  const revisions = useMoment(({ state }) => latest(state.findings, "revisions"));
  const flips = useMoment(({ state }) => latest(state.findings, "flips"));
  const { pick } = usePicked();
  const looks = useLooks();
  return (
    <div className={css["stack"]}>
      {seats.map(({ id }) => {
        const charges = made.rebuttals.filter((each) => each.target === id);
        const spared = made.conceded.filter((each) => each.target === id);
        const revision = revisions?.replies.find((each) => each.seat === id);
        const flip = flips?.flips.find((each) => each.seat === id);
        if (charges.length + spared.length === 0) return null;
        return (
          <section
            key={id}
            className={css["exchange"]}
            aria-label={`Charges against ${lookOf(looks, id).name}, and the reply`}
          >
            <div className={css["charges"]}>
              {charges.map((each) => (
                <blockquote key={each.id} className={css["charge"]}>
                  <Who seat={each.by} size={18} />
                  <p>{each.text}</p>
                </blockquote>
              ))}
              {spared.map((each) => (
                <blockquote key={each.id} className={css["spared"]}>
                  <span>
                    <Who seat={each.by} size={18} /> <Chip tone="good">nothing to dispute</Chip>
                  </span>
                  <p>{each.text}</p>
                </blockquote>
              ))}
            </div>
            <ArrowRight className={css["arrow"]} size={20} aria-label="answered by" />
            <div className={css["inner"]}>
              <p className={css["answerer"]}>
                <Who seat={id} size={26} />
                {flip !== undefined && <FlipChip flip={flip} />}
              </p>
              {charges.length === 0 && <p className={css["quiet"]}>Disputed by nobody: the answer stands as it was.</p>}
              {charges.length > 0 && revision === undefined && <p className={css["quiet"]}>The reply is awaited.</p>}
              {revision?.why === "revised" && <Words move={revision.final} />}
              {revision !== undefined && revision.why !== "revised" && charges.length > 0 && (
                <p>
                  {revision.why === "unchanged"
                    ? "Left the answer as it was, word for word."
                    : "No revision came; the first answer stands."}
                </p>
              )}
              {flip !== undefined && flip.reason !== "" && <p className={css["quiet"]}>{flip.reason}</p>}
              {revision?.why === "revised" && (
                <button
                  type="button"
                  className={css["jump"]}
                  onClick={() => {
                    pick({ tab: revision.first.split("/")[0] ?? null, m: id });
                  }}
                >
                  the first answer
                </button>
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}

/** Those who were marked lowest answer their critics; the critics mark them again. */
function Answered({ stage }: { stage: string }) {
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
  if (seats.length === 0) return <Skeletons words="Nobody has begun to answer the critics." />;
  return (
    <div className={css["stack"]}>
      {seats.map((id) => (
        <section
          key={id}
          className={css["exchange"]}
          aria-label={`Charges against ${lookOf(looks, id).name}, and the reply`}
        >
          <div className={css["charges"]}>
            {(cells ?? [])
              .filter((cell) => cell.seat === id)
              .map((cell) => (
                <blockquote key={cell.reader} className={css["charge"]}>
                  <span className={css["answerer"]}>
                    <Who seat={cell.reader} size={18} /> <Score score={cell.score} of={10} />
                    {last && cell.adjusted !== null && (
                      <>
                        <ArrowRight size={14} aria-label="after the reply" /> <Score score={cell.adjusted} of={10} />
                      </>
                    )}
                  </span>
                  <p>{cell.why}</p>
                  {last && cell.why_adjusted !== "" && <p className={css["quiet"]}>{cell.why_adjusted}</p>}
                </blockquote>
              ))}
          </div>
          <ArrowRight className={css["arrow"]} size={20} aria-label="answered by" />
          <div className={css["inner"]}>
            <p className={css["answerer"]}>
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
