// How do findings of a vote on claims look? Reviews, the claims with their passages, and their tiers.
import { Chip } from "@/controls/Card";
import { Meter } from "@/controls/Meter";
import { useMoment } from "@/hooks/session";
import { latest } from "@/playback/found";
import type { FindingOf } from "@/wire/types";
import { ordinal, percent, signed } from "@/findings/figures";
import { Everyone, inWords, Nothing, Said, Table, Who } from "@/findings/parts";
import { KINDS, LEVELS, OPINIONS, TIER_ORDER, TIER_TONES, openWords } from "./voting";
import css from "@/findings/findings.module.css";
import ours from "./findings.module.css";

export function ReviewRound({ finding }: { finding: FindingOf<"review-round"> }) {
  const authors = [...new Set(finding.reviews.map((review) => review.of))];
  return (
    <>
      {authors.map((author) => (
        <section key={author} className={css["group"]}>
          <h3>
            <Who seat={author} /> <span className={css["quiet"]}>{finding.advisors[author]}</span>
          </h3>
          <div className={css["pair"]}>
            {finding.reviews
              .filter((review) => review.of === author)
              .map(({ by, strong, weak }) => (
                <article key={by} className={css["inner"]}>
                  <Who seat={by} size={18} />
                  <p className={css["prose"]}>
                    <Chip tone="good">sound</Chip> {strong}
                  </p>
                  <p className={css["prose"]}>
                    <Chip tone="bad">weak</Chip> {weak}
                  </p>
                </article>
              ))}
          </div>
        </section>
      ))}
      {finding.unread.length > 0 && (
        <p className={css["small"]}>
          No review could be read from <Everyone seats={finding.unread} />
        </p>
      )}
    </>
  );
}

export function ClaimList({ finding }: { finding: FindingOf<"claim-list"> }) {
  const { claims, dropped, merged, unclaimed, shortfalls } = finding;
  return (
    <>
      {claims.length === 0 && <Nothing>No claim was put to the vote.</Nothing>}
      <ol className={css["list"]}>
        {claims.map((claim) => (
          <li key={claim.id} id={claim.id}>
            <p className={css["prose"]}>
              <Chip>{KINDS[claim.kind]}</Chip> <b>{claim.text}</b>
            </p>
            {claim.spans.map(({ source, quote }, at) => (
              <Said key={at}>
                <Who seat={source} size={16} /> “{quote}”
              </Said>
            ))}
          </li>
        ))}
      </ol>
      {(dropped.length > 0 || merged.length > 0) && (
        <details className={css["more"]}>
          <summary>What was left out ({dropped.length + merged.length})</summary>
          <ul className={css["list"]}>
            {[...dropped, ...merged].map(({ text, reason }, at) => (
              <li key={at}>
                “{text}” <span className={css["quiet"]}>{reason}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unclaimed.length > 0 && (
        <p className={css["small"]}>
          No claim was drawn from <Everyone seats={unclaimed} />
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
  const { claims, bounds, silent, alpha, agreement } = finding;
  const list = useMoment(({ state }) => latest(state.findings, "claim-list"));
  const textOf = (id: string): string => list?.claims.find((claim) => claim.id === id)?.text ?? "";
  return (
    <>
      <Table
        says="Claims by tier"
        head={[
          "Claim",
          "Tier",
          "Mean",
          "Spread",
          ...OPINIONS.map((level) => (
            <abbr key={level} title={inWords(level)}>
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
                  <span className={css["quiet"]}>{inWords(claim.claim)}</span>
                  <span className={ours["claim"]}>{textOf(claim.claim)}</span>
                </th>
                <td>
                  <span className={tier === "CONTESTED" ? ours["dashed"] : undefined}>
                    <Chip tone={TIER_TONES[tier]}>{tier.toLowerCase()}</Chip>
                  </span>
                </td>
                <td>{signed(claim.mean)}</td>
                <td>{claim.sd.toFixed(1)}</td>
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
      <p className={css["small"]}>
        High: mean from {bounds.high_mean} and spread below {bounds.high_sd}. Contested: spread from{" "}
        {bounds.contested_sd}. Rejected: mean below {bounds.rejected_mean}. Medium: the rest. One ballot cast
        differently would change the tier of {claims.filter(({ k }) => k === 1).length} of {claims.length}; where it
        takes more, k* is how many. 0: the opinions that are missing could change it
        {claims.some(({ k }) => k === 0) &&
          `, as they could of ${String(claims.filter(({ k }) => k === 0).length)} more`}
        .
      </p>
      <p className={css["small"]}>
        Votes counted of <Everyone seats={finding.voters} />. Agreement (Krippendorff&apos;s alpha):{" "}
        {alpha === null ? "not defined" : alpha.toFixed(2)}.
      </p>
      {finding.alike.map(({ one, other, same, claims: both }) => (
        <p key={`${one} ${other}`} className={css["flag"]}>
          <Everyone seats={[one, other]} /> cast the same vote on {same} of {both} claims.
        </p>
      ))}
      {silent.map(({ seat, how, streak }) => (
        <p key={seat} className={css["flag"]}>
          <Who seat={seat} size={18} /> {how === "missing" ? "did not vote" : "cast an unreadable vote"}
          {streak > 1 && `, for the ${ordinal(streak)} session in a row`}.
        </p>
      ))}
      {agreement.length > 0 && (
        <details className={css["more"]}>
          <summary>How alike they voted</summary>
          <Table says="Pairs of voters" head={["Pair", "Claims", "Same vote", "Same side"]}>
            {agreement.map(({ one, other, claims: both, same, same_side }) => (
              <tr key={`${one} ${other}`}>
                <th scope="row">
                  <Everyone seats={[one, other]} />
                </th>
                <td>{both}</td>
                <td>{percent(same)}</td>
                <td>
                  <Meter label="On the same side" value={same_side} says={percent(same_side)} />
                </td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </>
  );
}

/** Which opinions the tiers are made without, and what that leaves open. */
export function VoteGaps({ finding: { gaps, open } }: { finding: FindingOf<"vote-gaps"> }) {
  return (
    <>
      {gaps.map(({ claim, seat, how, why }) => (
        <p key={claim + seat} className={how === "unread" ? css["flag"] : css["small"]}>
          <Who seat={seat} size={18} />{" "}
          {how === "unread"
            ? `gave no vote on ${inWords(claim)} that could be read: ${why}.`
            : `abstained on ${inWords(claim)}. ${why}`}
        </p>
      ))}
      {open.map((one) => (
        <p key={one.claim} className={css["small"]}>
          <b>{inWords(one.claim)}:</b> {openWords(one)}
        </p>
      ))}
    </>
  );
}
