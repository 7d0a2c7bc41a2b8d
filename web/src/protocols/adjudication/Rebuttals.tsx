// Who charged whom with what, and how was it answered? Charge and reply side by side, and whether anybody moved.
import { ArrowRight } from "lucide-react";
import { Chip } from "@/controls/Card";
import { Who } from "@/findings/parts";
import { FlipChip } from "./rebutted";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import { usePicked } from "@/views/council/address";
import { Judging } from "@/views/council/stage/Judging";
import { Words } from "@/views/council/stage/Words";
import css from "@/views/council/council.module.css";
import ours from "./council.module.css";

export function Rebuttals({ stage }: { stage: string }) {
  const made = useMoment(({ state }) => latest(state.findings, "rebuttals-made"));
  return made === null ? <Judging stage={stage} /> : <Charges made={made} />;
}

/** Rebuttals aimed at answers, and what each author made of them. */
function Charges({ made }: { made: FindingOf<"rebuttals-made"> }) {
  const seats = useMoment(({ state }) => state.seats);
  const revisions = useMoment(({ state }) => latest(state.findings, "revisions"));
  const flips = useMoment(({ state }) => latest(state.findings, "flips"));
  const { pick } = usePicked();
  const looks = useLooks();
  return (
    <div className={`${css["stack"]} stack slim`}>
      {seats.map(({ id }) => {
        const charges = made.rebuttals.filter((each) => each.target === id);
        const spared = made.conceded.filter((each) => each.target === id);
        const revision = revisions?.replies.find((each) => each.seat === id);
        const flip = flips?.flips.find((each) => each.seat === id);
        if (charges.length + spared.length === 0) return null;
        return (
          <section
            key={id}
            className={`${css["exchange"]} at-start grid`}
            aria-label={say("Charges against {name}, and the reply", { name: lookOf(looks, id).name })}
          >
            <div className="stack">
              {charges.map((each) => (
                <blockquote key={each.id} className={`${css["charge"]} stack tight wrap rounded loose-lines`}>
                  <Who seat={each.by} size={18} />
                  <p lang="">{each.text}</p>
                </blockquote>
              ))}
              {spared.map((each) => (
                <blockquote key={each.id} className={`${ours["spared"]} stack tight wrap rounded loose-lines`}>
                  <span>
                    <Who seat={each.by} size={18} /> <Chip tone="good">{say("nothing to dispute")}</Chip>
                  </span>
                  <p lang="">{each.text}</p>
                </blockquote>
              ))}
            </div>
            <ArrowRight className="muted above" size={20} aria-label={say("answered by")} />
            <div className="stack box slim">
              <p className="row">
                <Who seat={id} size={26} />
                {flip !== undefined && <FlipChip flip={flip} />}
              </p>
              {charges.length === 0 && (
                <p className="muted small light">{say("Disputed by nobody: the answer stands as it was.")}</p>
              )}
              {charges.length > 0 && revision === undefined && (
                <p className="muted small light">{say("The reply is awaited.")}</p>
              )}
              {revision?.why === "revised" && <Words move={revision.final} />}
              {revision !== undefined && revision.why !== "revised" && charges.length > 0 && (
                <p>
                  {revision.why === "unchanged"
                    ? say("Left the answer as it was, word for word.")
                    : say("No revision came; the first answer stands.")}
                </p>
              )}
              {flip !== undefined && flip.reason !== "" && (
                <p className="muted small light" lang="">
                  {flip.reason}
                </p>
              )}
              {revision?.why === "revised" && (
                <button
                  type="button"
                  className="link self-start touch"
                  onClick={() => {
                    pick({ tab: revision.first.split("/")[0] ?? null, m: id });
                  }}
                >
                  {say("the first answer")}
                </button>
              )}
            </div>
          </section>
        );
      })}
    </div>
  );
}
