// How do findings of a vote on claims look? Reviews, the claims with their passages, and their tiers.
import { Chip } from "@/controls/Card";
import { Meter } from "@/controls/Meter";
import { useMoment } from "@/hooks/session";
import { latest } from "@/playback/found";
import { Equal, Rule } from "./rule";
import type { FindingOf } from "@/wire/types";
import { ordinal, percent, signed } from "@/findings/figures";
import { Everyone, Nothing, Said, Table, Who } from "@/findings/parts";
import { claimTitle, KINDS, LEVELS, OPINIONS, TIER_ORDER, TIER_TONES, TIERS, openWords } from "./voting";
import css from "@/findings/findings.module.css";
import { decimal, Say, say } from "@/language/say";
import ours from "./findings.module.css";

export function ReviewRound({ finding }: { finding: FindingOf<"review-round"> }) {
  const authors = [...new Set(finding.reviews.map((review) => review.of))];
  return (
    <>
      {authors.map((author) => (
        <section key={author} className={`${css["group"]} stack`}>
          <h3>
            <Who seat={author} />{" "}
            <span className="muted" lang="">
              {finding.advisors[author]}
            </span>
          </h3>
          <div className="sides">
            {finding.reviews
              .filter((review) => review.of === author)
              .map(({ by, strong, weak }) => (
                <article key={by} className="stack tight box">
                  <Who seat={by} size={18} />
                  <p className="measure wrap">
                    <Chip tone="good">{say("sound")}</Chip> <span lang="">{strong}</span>
                  </p>
                  <p className="measure wrap">
                    <Chip tone="bad">{say("weak")}</Chip> <span lang="">{weak}</span>
                  </p>
                </article>
              ))}
          </div>
        </section>
      ))}
      {finding.unread.length > 0 && (
        <p className="muted small measure">
          {say("No review could be read from")} <Everyone seats={finding.unread} />
        </p>
      )}
    </>
  );
}

export function ClaimList({ finding }: { finding: FindingOf<"claim-list"> }) {
  const { claims, dropped, merged, contradicting, unclaimed, shortfalls } = finding;
  return (
    <>
      {claims.length === 0 && <Nothing>{say("No claim was put to the vote.")}</Nothing>}
      <ol className={`${css["list"]} stack`}>
        {claims.map((claim) => (
          <li key={claim.id} id={claim.id}>
            <p className="measure wrap">
              <Chip>{KINDS[claim.kind]}</Chip> <b lang="">{claim.text}</b>
            </p>
            {claim.spans.map(({ source, quote }, at) => (
              <Said key={at}>
                <Who seat={source} size={16} /> “{quote}”
              </Said>
            ))}
          </li>
        ))}
      </ol>
      {(contradicting ?? []).map(({ one, other }) => (
        <p key={`${one} ${other}`} className={css["flag"]}>
          {say("{one} and {other} cannot both be true, says the extractor.", {
            one: claimTitle(one),
            other: claimTitle(other),
          })}
        </p>
      ))}
      {(dropped.length > 0 || merged.length > 0) && (
        <details>
          <summary>{say("What was left out ({items, number})", { items: dropped.length + merged.length })}</summary>
          <ul className={`${css["list"]} stack`}>
            {[...dropped, ...merged].map(({ text, reason }, at) => (
              <li key={at}>
                “{text}” <span className="muted">{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unclaimed.length > 0 && (
        <p className="muted small measure">
          {say("No claim was drawn from")} <Everyone seats={unclaimed} />
        </p>
      )}
      {shortfalls.map((words) => (
        <p key={words} className={css["flag"]}>
          {words}
        </p>
      ))}
    </>
  );
}

export function Tiers({ finding }: { finding: FindingOf<"tiers"> }) {
  const { claims, bounds, silent, gaps, alpha, agreement } = finding;
  const list = useMoment(({ state }) => latest(state.findings, "claim-list"));
  const textOf = (id: string): string => list?.claims.find((claim) => claim.id === id)?.text ?? "";
  return (
    <>
      <Table
        says={say("Claims by tier")}
        head={[
          say("Claim"),
          say("Tier"),
          say("Mean"),
          say("Spread"),
          ...OPINIONS.map((level) => (
            <abbr key={level} title={LEVELS[level].title}>
              {LEVELS[level].sign}
            </abbr>
          )),
          "k*",
        ]}
      >
        {TIER_ORDER.flatMap((tier) =>
          claims
            .filter((claim) => claim.tier === tier)
            .map((claim) => (
              <tr key={claim.claim}>
                <th scope="row">
                  <span className="muted">{claimTitle(claim.claim)}</span>
                  <span className={`${ours["claim"]} light block`} lang="">
                    {textOf(claim.claim)}
                  </span>
                </th>
                <td>
                  <span className={tier === "CONTESTED" ? ours["dashed"] : undefined}>
                    <Chip tone={TIER_TONES[tier]}>{TIERS[tier]}</Chip>
                  </span>
                  <Equal claim={claim} />
                  <span className="muted">{openWords(claim)}</span>
                  {claim.unsupported > 0 && (
                    <span className="muted">
                      {say("{voters, number} say that its quotation does not support it", {
                        voters: claim.unsupported,
                      })}
                    </span>
                  )}
                </td>
                <td>{signed(claim.mean)}</td>
                <td>{decimal(claim.sd, 1)}</td>
                {OPINIONS.map((level) => (
                  <td key={level}>{claim.counts[level] ?? 0}</td>
                ))}
                <td>
                  {claim.k === null ? "–" : claim.k === 1 ? "" : `${claim.k_exact ? "" : "≥ "}${String(claim.k)}`}
                </td>
              </tr>
            )),
        )}
      </Table>
      <p className="muted small measure">
        {say(
          "High: mean from {high, number} and spread below {spread, number}. Contested: spread from {contested, number}. Rejected: mean below {rejected, number}. Medium: the rest. One ballot cast differently would change the tier of {fragile, number} of {claims, number}; where it takes more, k* is how many. 0: the missing votes could change it{open, plural, =0 {} other {, as they could of # more}}.",
          {
            high: bounds.high_mean,
            spread: bounds.high_sd,
            contested: bounds.contested_sd,
            rejected: bounds.rejected_mean,
            fragile: claims.filter(({ k }) => k === 1).length,
            claims: claims.length,
            open: claims.filter(({ k }) => k === 0).length,
          },
        )}
      </p>
      <Rule finding={finding} />
      <p className="muted small measure">
        <Say
          text="Votes counted of <names></names>. Agreement (Krippendorff's alpha): {alpha}."
          values={{ alpha: alpha === null ? say("not defined") : decimal(alpha, 2) }}
          tags={{ names: () => <Everyone seats={finding.voters} /> }}
        />
      </p>
      {silent.map(({ seat, how, streak }) => (
        <p key={seat} className={css["flag"]}>
          <Say
            text="<member></member> {how, select, missing {did not vote} other {cast an unreadable vote}}{again, select, yes {, for the {nth} session in a row} other {}}."
            values={{ how, again: streak > 1 ? "yes" : "no", nth: ordinal(streak) }}
            tags={{ member: () => <Who seat={seat} size={18} /> }}
          />
        </p>
      ))}
      {gaps.map(({ claim, seat, why }) => (
        <p key={claim + seat} className={css["flag"]}>
          <Say
            text="<member></member> gave no vote on {claim} that could be read: {why}."
            values={{ claim: claimTitle(claim), why }}
            tags={{ member: () => <Who seat={seat} size={18} /> }}
          />
        </p>
      ))}
      {agreement.length > 0 && (
        <details>
          <summary>{say("How alike they voted")}</summary>
          <Table says={say("Pairs of voters")} head={[say("Pair"), say("Claims"), say("Same vote"), say("Same side")]}>
            {agreement.map(({ one, other, claims: both, same, same_side }) => (
              <tr key={`${one} ${other}`}>
                <th scope="row">
                  <Everyone seats={[one, other]} />
                </th>
                <td>{both}</td>
                <td>{percent(same)}</td>
                <td>
                  <Meter label={say("On the same side")} value={same_side} says={percent(same_side)} />
                </td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </>
  );
}
