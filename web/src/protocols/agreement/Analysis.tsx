// How does a comparison of answers look? Item by item with the passages each rests on and who holds it, and what was
// struck and why.
import { Coded } from "@/controls/Coded";
import { Chip, type Tone } from "@/controls/Card";
import { Everyone, Nothing, Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { say } from "@/language/say";
import type { BallotOf, FindingOf } from "@/wire/types";

export type Analysis = FindingOf<"analysis">;
type Item = Analysis["consensus"][number];
export type Group = Analysis["struck"][number]["group"];

export const GROUPS: Readonly<Record<Group, readonly [string, Tone]>> = {
  consensus: [say("consensus"), "good"],
  contradictions: [say("contradiction"), "bad"],
  partial_coverage: [say("partial coverage"), "plain"],
  unique_insights: [say("unique insight"), "gold"],
  blind_spots: [say("blind spot"), "mid"],
};
export const ORDER = Object.keys(GROUPS) as Group[];

function Quoted({ passages }: { passages: Item["passages"] }) {
  return passages.map(({ source, quote }, at) => (
    <Said key={at}>
      <Who seat={source} size={16} /> “{quote}”
    </Said>
  ));
}

/** How many hold it, and where the analyst had put it when the passages did not bear that out. */
function Share({ item, all }: { item: Item; all: number }) {
  const holders = item.holders.length;
  return (
    <span className={css["quiet"]}>
      {item.claimed === undefined
        ? say("{holders, number} of {all, number}", { holders, all })
        : say("{holders, number} of {all, number}, put under {group} by the analyst", {
            holders,
            all,
            group: GROUPS[item.claimed][0],
          })}
    </span>
  );
}

function Named({ group }: { group: Group }) {
  const [says, tone] = GROUPS[group];
  return <Chip tone={tone}>{says}</Chip>;
}

export function AnalysisBody({ finding }: { finding: Analysis }) {
  const { by, panel, contradictions, blind_spots, struck, unanswered, unquoted, unasked, reason } = finding;
  const items = (["consensus", "partial_coverage", "unique_insights"] as const).map(
    (group) =>
      [
        group,
        finding[group].map((item, at) => (
          <li key={`${group} ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group={group} /> <b lang="">{item.text}</b> <Share item={item} all={panel.length} />
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
      {reason !== "" && (
        <p className={css["flag"]}>
          <Coded text={reason} />
        </p>
      )}
      {by !== null && nothing && <Nothing>{say("Nothing the analyst wrote can be quoted from an answer.")}</Nothing>}
      <ul className={css["list"]}>
        {agreed}
        {contradictions.map(({ text, sides }, at) => (
          <li key={`contradiction ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group="contradictions" /> <b lang="">{text}</b>
            </p>
            <div className={css["pair"]}>
              {sides.map((side) => (
                <article key={side.text} className={css["inner"]}>
                  <p className={css["prose"]}>
                    <span lang="">{side.text}</span> <Share item={side} all={panel.length} />
                  </p>
                  <Quoted passages={side.passages} />
                </article>
              ))}
            </div>
          </li>
        ))}
        {rest}
        {blind_spots.map(({ text }, at) => (
          <li key={`blind ${String(at)}`}>
            <p className={css["prose"]}>
              <Named group="blind_spots" /> <b lang="">{text}</b>{" "}
              <span className={css["quiet"]}>
                {say("the analyst's word alone: what is not there cannot be quoted")}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {struck.length > 0 && (
        <details className={css["more"]}>
          <summary>{say("What was struck ({items, number})", { items: struck.length })}</summary>
          <ul className={css["list"]}>
            {struck.map(({ group, text, reason: why, times }, at) => (
              <li key={at}>
                <Named group={group} /> <s lang="">{text}</s>{" "}
                <span className={css["quiet"]}>
                  <Coded text={why} />
                </span>
                {times !== undefined && (
                  <>
                    {" "}
                    <span className={css["quiet"]}>
                      {say("Written {times, plural, one {# time} other {# times}}.", { times })}
                    </span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {(
        [
          [say("No item quotes"), unquoted],
          [say("No answer came from"), unanswered],
          [say("Not asked, because the panel is smaller than the council:"), unasked],
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

export function Comparison({ ballot }: { ballot: BallotOf<"comparison"> }) {
  const told = ORDER.flatMap((group) =>
    ballot[group].map((item, at) => {
      const text = typeof item === "string" ? item : item.text;
      const passages = typeof item === "string" ? [] : "sides" in item ? item.sides : item.passages;
      return (
        <li key={`${group} ${String(at)}`}>
          <Named group={group} /> <span lang="">{text}</span>
          <Quoted passages={passages} />
        </li>
      );
    }),
  );
  return told.length === 0 ? (
    <Nothing>{say("Found nothing to compare.")}</Nothing>
  ) : (
    <ul className={css["list"]}>{told}</ul>
  );
}
