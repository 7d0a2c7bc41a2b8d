// What do the votes answer, who says why, what conflicts, and what became of the editor's sentences?
import { Chip } from "@/controls/Card";
import css from "@/findings/findings.module.css";
import { Everyone, Said, Who } from "@/findings/parts";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { namesOf } from "@/transcript/wording";
import type { FindingOf } from "@/wire/types";
import { claimTitle, LEVELS } from "./voting";

type Answer = FindingOf<"claim-answer">;
type Audit = FindingOf<"prose-audit">;

/** The answer by code, its reasons and dissent from ballots, its conditions and conflicts, and what would change it. */
export function ClaimAnswer({ finding }: { finding: Answer }) {
  const looks = useLooks();
  return (
    <>
      <p className="measure wrap" lang="">
        {finding.answer}
      </p>
      <p className="muted small measure">{say("Confidence: {confidence}.", { confidence: finding.confidence })}</p>
      <Reasons reasons={finding.reasons} />
      <Conditions claims={finding.conditions} />
      <Conflicts pairs={finding.conflicts} />
      <Reasons reasons={finding.dissent} />
      {finding.would_change.map((words) => (
        <p key={words} className="muted small measure">
          {words.replace(/\{(seat-[a-z]+)\}/g, (_, seat: string) => namesOf(looks, [seat]))}
        </p>
      ))}
    </>
  );
}

function Reasons({ reasons }: { reasons: Answer["reasons"] }) {
  return reasons.map(({ text, by, claim, level }, at) => (
    <Said key={at}>
      {by.map((seat) => (
        <Who key={seat} seat={seat} size={16} />
      ))}{" "}
      “<span lang="">{text}</span>”{" "}
      <Chip tone={LEVELS[level].chip} title={LEVELS[level].title}>
        {LEVELS[level].sign}
      </Chip>{" "}
      <span className="muted">{claimTitle(claim)}</span>
    </Said>
  ));
}

function Conditions({ claims }: { claims: Answer["conditions"] }) {
  const list = useMoment(({ state }) => latest(state.findings, "claim-list"));
  return claims.map((id) => (
    <p key={id} className={css["flag"]}>
      {say("A risk that reached high:")}{" "}
      <span lang="">{list?.claims.find((claim) => claim.id === id)?.text ?? claimTitle(id)}</span>
    </p>
  ));
}

/** Claims that both reached high and cannot both be true, side by side. */
export function Conflicts({ pairs }: { pairs: Answer["conflicts"] }) {
  const list = useMoment(({ state }) => latest(state.findings, "claim-list"));
  const textOf = (id: string): string => list?.claims.find((claim) => claim.id === id)?.text ?? claimTitle(id);
  return pairs.map(({ one, other }) => (
    <section key={`${one} ${other}`} className={`${css["group"]} stack`}>
      <h3>{say("Both are high and cannot both be true")}</h3>
      <div className="sides">
        {[one, other].map((id) => (
          <article key={id} className="stack tight box">
            <span className="muted">{claimTitle(id)}</span>
            <p className="measure wrap" lang="">
              {textOf(id)}
            </p>
          </article>
        ))}
      </div>
    </section>
  ));
}

/** How many of the editor's sentences are shown, in a sentence. */
export function auditWords({ by, reason, sentences }: Audit): string {
  const removed = sentences.filter((one) => one.removed).length;
  return by === "code"
    ? say("The report is by code alone. {reason}", { reason })
    : say("{shown, number} of {written, plural, one {one sentence} other {# sentences}} by the editor are shown.", {
        shown: sentences.length - removed,
        written: sentences.length,
      });
}

export function ProseAudit({ finding }: { finding: Audit }) {
  return (
    <>
      <p className="measure wrap">{auditWords(finding)}</p>
      {finding.auditors.length > 0 && (
        <p className="muted small measure">
          {say("Judged by")} <Everyone seats={finding.auditors} />
        </p>
      )}
      <ul className={`${css["list"]} stack`}>
        {finding.sentences.map(({ text, fault, checks, removed, disputed }, at) => (
          <li key={at}>
            <Chip tone={removed ? "bad" : disputed ? "mid" : "good"}>
              {removed ? say("left out") : disputed ? say("disputed") : say("shown")}
            </Chip>{" "}
            <span lang="">{text}</span>{" "}
            <span className="muted">
              {fault}
              {Object.values(checks)
                .map(({ figure }) => figure)
                .filter(Boolean)
                .join(", ")}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
