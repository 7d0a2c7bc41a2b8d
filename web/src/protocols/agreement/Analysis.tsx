// Where the answers agree, where they differ and what only one says, side by side, each with the passages it rests on.
import type { ReactNode } from "react";
import { Coded } from "@/controls/Coded";
import { Everyone, Nothing, Quoted, Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { useLooks, useMoment } from "@/hooks/session";
import { listed, say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { BallotOf, FindingOf, SessionState } from "@/wire/types";

export type Analysis = FindingOf<"analysis">;
type Item = Analysis["consensus"][number];
export type Group = Analysis["struck"][number]["group"];

export const GROUPS: Readonly<Record<Group, string>> = {
  consensus: say("consensus"),
  contradictions: say("contradiction"),
  partial_coverage: say("partial coverage"),
  unique_insights: say("unique insight"),
  blind_spots: say("blind spot"),
};
export const ORDER = Object.keys(GROUPS) as Group[];

/** Passages word for word, each with whose it is. */
function Passages({ passages }: { passages: Item["passages"] }) {
  const looks = useLooks();
  return passages.map(({ source, quote }, at) => (
    <div key={at} className="above">
      <Quoted text={quote} /> <small>{lookOf(looks, source).name}</small>
    </div>
  ));
}

function Column({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function Columns({ finding }: { finding: Analysis }) {
  const looks = useLooks();
  const { panel, consensus, partial_coverage, contradictions, unique_insights, blind_spots } = finding;
  return (
    <div className="stack slim">
      <div className={css["columns"]}>
        <Column title={say("They agree")}>
          {[...consensus, ...partial_coverage].map((item, at) => (
            <li key={at}>
              <Markdown text={item.text} />
              {item.holders.length < panel.length && (
                <small>
                  {say("{count, number} of {all, number}: {names}", {
                    count: item.holders.length,
                    all: panel.length,
                    names: listed(item.holders.map((seat) => lookOf(looks, seat).name)),
                  })}
                </small>
              )}
            </li>
          ))}
        </Column>
        <Column title={say("They differ")}>
          {contradictions.map(({ text, sides }, at) => (
            <li key={at}>
              <b>
                <Markdown text={text} />
              </b>
              {sides.map((side) => (
                <div key={side.text}>
                  {side.passages.length === 0 && <Markdown text={side.text} />}
                  <Passages passages={side.passages} />
                </div>
              ))}
            </li>
          ))}
        </Column>
        <Column title={say("Only one says")}>
          {unique_insights.map(({ text, passages }, at) => (
            <li key={at}>
              {passages.length === 0 && <Markdown text={text} />}
              <Passages passages={passages} />
            </li>
          ))}
        </Column>
      </div>
      <div className={css["columns"]}>
        <Column title={say("Nobody says")}>
          {blind_spots.map(({ text }, at) => (
            <li key={at}>
              <Markdown text={text} />
            </li>
          ))}
        </Column>
      </div>
    </div>
  );
}

function OnResult() {
  const found = useMoment(({ state }) => latest(state.findings, "analysis"));
  // One blind spot is enough beside an answer; all of them stand with the analysis.
  return found === null ? null : <Columns finding={{ ...found, blind_spots: found.blind_spots.slice(0, 1) }} />;
}

/** The columns on the result, where the comparison found something. */
export const compared = (findings: SessionState["findings"]): typeof OnResult | null => {
  const found = latest(findings, "analysis");
  return found !== null && ORDER.some((group) => found[group].length > 0) ? OnResult : null;
};

export function AnalysisBody({ finding }: { finding: Analysis }) {
  const { by, struck, unanswered, unquoted, unasked, reason } = finding;
  const nothing = ORDER.every((group) => finding[group].length === 0);
  return (
    <>
      {reason !== "" && (
        <p className={css["flag"]}>
          <Coded text={reason} />
        </p>
      )}
      {by !== null && nothing && <Nothing>{say("Nothing the analyst wrote can be quoted from an answer.")}</Nothing>}
      <Columns finding={finding} />
      {struck.length > 0 && (
        <details>
          <summary>{say("What was struck ({items, number})", { items: struck.length })}</summary>
          <ul className={`${css["list"]} stack`}>
            {struck.map(({ group, text, reason: why, times = 1 }, at) => (
              <li key={at}>
                {GROUPS[group]}: <s lang="">{text}</s> <Coded text={why} />
                {times > 1 && ` ${say("Written {times, number} times.", { times })}`}
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
            <p key={says} className="muted small measure">
              {says} <Everyone seats={seats} />
            </p>
          ),
      )}
    </>
  );
}

export function Comparison({ ballot }: { ballot: BallotOf<"comparison" | "supported-comparison"> }) {
  const told = ORDER.flatMap((group) =>
    ballot[group].map((item, at) => {
      const text = typeof item === "string" ? item : item.text;
      const passages = typeof item === "string" ? [] : "sides" in item ? item.sides : item.passages;
      return (
        <li key={`${group} ${String(at)}`}>
          {GROUPS[group]}: <span lang="">{text}</span>
          {passages.map(({ source, quote }) => (
            <Said key={source + quote}>
              <Who seat={source} size={16} /> “{quote}”
            </Said>
          ))}
        </li>
      );
    }),
  );
  return told.length === 0 ? (
    <Nothing>{say("Found nothing to compare.")}</Nothing>
  ) : (
    <ul className={`${css["list"]} stack`}>{told}</ul>
  );
}
