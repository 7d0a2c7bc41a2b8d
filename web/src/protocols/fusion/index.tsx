// How does a fusion look? The comparison item by item with the passages each rests on and who holds it, what was struck
// and why, and the sentences and the tab for it.
import { Chip, type Tone } from "@/controls/Card";
import type { Brought } from "@/findings/brought";
import { Everyone, Nothing, Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { count, listed } from "@/transcript/wording";
import type { BallotOf, FindingOf } from "@/wire/types";

type Analysis = FindingOf<"analysis">;
type Item = Analysis["consensus"][number];
type Group = Analysis["struck"][number]["group"];

const GROUPS: Readonly<Record<Group, readonly [string, Tone]>> = {
  consensus: ["consensus", "good"],
  contradictions: ["contradiction", "bad"],
  partial_coverage: ["partial coverage", "plain"],
  unique_insights: ["unique insight", "gold"],
  blind_spots: ["blind spot", "mid"],
};
const ORDER = Object.keys(GROUPS) as Group[];

function Quoted({ passages }: { passages: Item["passages"] }) {
  return passages.map(({ source, quote }, at) => (
    <Said key={at}>
      <Who seat={source} size={16} /> “{quote}”
    </Said>
  ));
}

/** How many hold it, and where the analyst had put it when the passages did not bear that out. */
function Share({ item, of }: { item: Item; of: number }) {
  return (
    <span className={css["quiet"]}>
      {item.holders.length} of {of}
      {item.claimed !== undefined && `, put under ${GROUPS[item.claimed][0]} by the analyst`}
    </span>
  );
}

function Named({ group }: { group: Group }) {
  const [says, tone] = GROUPS[group];
  return <Chip tone={tone}>{says}</Chip>;
}

function AnalysisBody({ finding }: { finding: Analysis }) {
  const { by, panel, contradictions, blind_spots, struck, unanswered, unquoted, unasked, reason } = finding;
  const items = (["consensus", "partial_coverage", "unique_insights"] as const).map(
    (group) =>
      [
        group,
        finding[group].map((item, at) => (
          <li key={`${group} ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group={group} /> <b>{item.text}</b> <Share item={item} of={panel.length} />
            </p>
            <Quoted passages={item.passages} />
          </li>
        )),
      ] as const,
  );
  const [agreed, ...rest] = items.map(([, drawn]) => drawn);
  const nothing = items.every(([, drawn]) => drawn.length === 0) && contradictions.length === 0;
  return (
    <>
      {reason !== "" && <p className={css["flag"]}>{reason}</p>}
      {by !== null && nothing && <Nothing>Nothing the analyst wrote can be quoted from an answer.</Nothing>}
      <ul className={css["list"]}>
        {agreed}
        {contradictions.map(({ text, sides }, at) => (
          <li key={`contradiction ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group="contradictions" /> <b>{text}</b>
            </p>
            <div className={css["pair"]}>
              {sides.map((side) => (
                <article key={side.text} className={css["inner"]}>
                  <p className={css["prose"]}>
                    {side.text} <Share item={side} of={panel.length} />
                  </p>
                  <Quoted passages={side.passages} />
                </article>
              ))}
            </div>
          </li>
        ))}
        {rest}
        {blind_spots.map(({ text, near }, at) => (
          <li key={`blind ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group="blind_spots" /> <b>{text}</b>{" "}
              <span className={css["quiet"]}>the analyst&apos;s word alone: what is not there cannot be quoted</span>
            </p>
            {near.length > 0 && (
              <p className={css["flag"]}>
                A passage with most of the same words stands in the answer of <Everyone seats={near} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {struck.length > 0 && (
        <details className={css["more"]}>
          <summary>What was struck ({struck.length})</summary>
          <ul className={css["list"]}>
            {struck.map(({ group, text, reason: why }, at) => (
              <li key={at}>
                <Named group={group} /> <s>{text}</s> <span className={css["quiet"]}>{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {(
        [
          ["No item quotes", unquoted],
          ["Without an answer:", unanswered],
          ["Not on the panel:", unasked],
        ] as const
      ).map(
        ([says, seats]) =>
          seats.length > 0 && (
            <p key={says} className={css["small"]}>
              {says} <Everyone seats={seats} />
            </p>
          ),
      )}
    </>
  );
}

function Comparison({ ballot }: { ballot: BallotOf<"comparison"> }) {
  const told = ORDER.flatMap((group) =>
    ballot[group].map((item, at) => {
      const text = typeof item === "string" ? item : item.text;
      const passages = typeof item === "string" ? [] : "sides" in item ? item.sides : item.passages;
      return (
        <li key={`${group} ${String(at)}`}>
          <Named group={group} /> {text}
          <Quoted passages={passages} />
        </li>
      );
    }),
  );
  return told.length === 0 ? <Nothing>Found nothing to compare.</Nothing> : <ul className={css["list"]}>{told}</ul>;
}

const counted = (of: Readonly<Record<Group, readonly unknown[]>>): string => {
  const told = ORDER.flatMap((group) =>
    of[group].length === 0
      ? []
      : [count(of[group].length, GROUPS[group][0], group === "consensus" ? "points of consensus" : undefined)],
  );
  return told.length === 0 ? "nothing" : listed(told);
};

export const fusion: Brought = {
  findings: {
    analysis: {
      title: "Analysis of the answers",
      Body: AnalysisBody,
      tell: (found) =>
        found.by === null
          ? "The answers were compared by nobody."
          : `The comparison finds ${counted(found)}${found.struck.length === 0 ? "" : `; ${String(found.struck.length)} struck`}.`,
    },
  },
  ballots: {
    comparison: {
      Reading: Comparison,
      tell: (ballot, reader) => `${reader} compared the answers and names ${counted(ballot)}.`,
    },
  },
  tabs: { panel: { kind: "answers", title: "Panel" }, analysis: { kind: "findings", title: "Analysis" } },
};
