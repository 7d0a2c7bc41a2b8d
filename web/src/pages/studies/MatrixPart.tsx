// What did each question come to under each arm? Cells lead to their sessions, and two of one question to their comparison.
import { GitCompareArrows } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { Button } from "@/controls/Button";
import { Card, Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { StateMark } from "@/controls/StateMark";
import { Choice } from "@/controls/Switches";
import { stateWords } from "@/hooks/sessions";
import { say } from "@/language/say";
import { Inline } from "@/markdown/Inline";
import { number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import { Awaited } from "../Awaited";
import { useMatrix, type MatrixPage, type Only } from "./asked";
import { MAKING } from "./Making";
import { usualWords } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Row = MatrixPage["rows"][number];
type Cell = Row["cells"][number];
const ONLY = new Set<string>(["differs", "degraded"]);
const isOnly = (given: string): given is Only => ONLY.has(given);

export function MatrixPart({ id, stamp }: { id: string; stamp: string }) {
  const [search] = useSearchParams();
  const given = search.get("only") ?? "";
  const only: Only = isOnly(given) ? given : "";
  const asked = useMatrix(id, only, stamp);
  return (
    <Awaited asked={asked} waits={MAKING}>
      {({ pages }) => (
        <div className="stack loose" aria-busy={asked.isPlaceholderData}>
          <Questions pages={pages} only={only} />
          {asked.hasNextPage && (
            <Button disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
              {say("Show more questions")}
            </Button>
          )}
        </div>
      )}
    </Awaited>
  );
}

function Questions({ pages, only }: { pages: readonly MatrixPage[]; only: Only }) {
  const [, setSearch] = useSearchParams();
  const [first] = pages;
  if (first === undefined) return null;
  const rows = pages.flatMap((page) => page.rows);
  return (
    <Card className="stack" title={say("Questions by arm")}>
      <Choice<Only>
        label={say("Questions shown")}
        value={only}
        choices={[
          { value: "", title: say("All ({count})", { count: number(first.total) }) },
          { value: "differs", title: say("That differ ({count})", { count: number(first.differing) }) },
          { value: "degraded", title: say("Degraded ({count})", { count: number(first.degraded) }) },
        ]}
        onChoose={(chosen) => {
          setSearch(chosen === "" ? {} : { only: chosen }, { replace: true });
        }}
      />
      {rows.length === 0 ? (
        <p>{only === "differs" ? say("No question differs between arms.") : say("No question is like that.")}</p>
      ) : (
        <Rows
          caption={say("What each question came to under each arm")}
          heads={[{ title: say("Question") }, ...first.arms.map((title) => ({ title }))]}
        >
          {rows.map((row) => (
            <tr key={row.question}>
              <th scope="row" className={css["question"]}>
                {row.question}
                {row.begins !== "" && (
                  <small className="clamp light" lang="">
                    {row.begins}
                  </small>
                )}
                {row.known !== "" && (
                  <small className={`${figures["how"]} small wrap`}>
                    {say("Known to be right:")} <span lang="">{row.known}</span>
                  </small>
                )}
              </th>
              {row.cells.map((cell) => (
                <One key={cell.arm} cell={cell} row={row} baseline={first.baseline} />
              ))}
            </tr>
          ))}
        </Rows>
      )}
      <p className={`${figures["how"]} small wrap`}>
        {heldWords(rows)}{" "}
        {say("Each cell says what its repeats came to, and leads to its sessions; degraded results are marked.")}
      </p>
    </Card>
  );
}

const HELD: Readonly<Record<Row["by"], string>> = {
  right: say("Where the answer is known, arms differ if one is right more often than the other."),
  recall: say("Where bugs were planted, arms differ if one found more of them than the other."),
  class: say("Arms differ where the class of the verdict is most often another one."),
  winner: say("Arms differ where another model's answer led most often."),
};

/** By what the arms are held against each other, in these questions. */
const heldWords = (rows: readonly Row[]): string => [...new Set(rows.map(({ by }) => HELD[by]))].join(" ");

/** What an arm came to over its repeats, where that is no class. */
function shareWords({ share, cells }: Cell, by: Row["by"]): string {
  if (share === null) return "";
  if (by === "recall") return say("found {share} of the planted bugs", { share: percent(share) });
  const done = cells.filter(({ right, state }) => right !== null || state === "verdict" || state === "inconclusive");
  return done.length < 2
    ? ""
    : say("{count} of {all} right", { count: number(Math.round(share * done.length)), all: number(done.length) });
}

function One({ cell, row, baseline }: { cell: Cell; row: Row; baseline: string }) {
  const base = row.cells.find((each) => each.arm === baseline)?.cells[0]?.session;
  const own = cell.cells[0]?.session;
  const share = shareWords(cell, row.by);
  const both = cell.arm !== baseline && base !== undefined && own !== undefined;
  return (
    <td data-differs={cell.differs || undefined} className={css["cell"]}>
      {cell.cells.length === 0
        ? "–"
        : cell.cells.map((each) => {
            const says = each.verdict_class === "" ? stateWords(each.state) : usualWords(each.verdict_class);
            return (
              <span key={each.session} className={`${css["one"]} row end`}>
                <StateMark state={each.state} />
                <Link
                  href={`/s/${each.session}`}
                  aria-label={say("{question}, {arm}, repeat {repeat}: {says}", {
                    question: row.question,
                    arm: cell.arm,
                    repeat: number(each.repeat),
                    says,
                  })}
                >
                  {says}
                </Link>
                {row.known !== "" && each.answer !== "" && (
                  <Chip tone={each.right === true ? "good" : each.right === false ? "bad" : "plain"}>
                    {each.right === true ? say("right") : each.right === false ? say("wrong") : say("not told right")}
                  </Chip>
                )}
                {each.answer !== "" && (
                  <small className={`${css["answer"]} clamp muted wrap push fold`} lang="">
                    <Inline text={each.answer} />
                  </small>
                )}
                {each.why !== "" && (
                  <small className={`${css["why"]} bad wrap push fold`}>
                    <Coded text={each.why} />
                  </small>
                )}
                {each.degraded > 0 && <small className="mid">{say("degraded")}</small>}
              </span>
            );
          })}
      {share !== "" && <small className="muted block">{share}</small>}
      {both && (
        <Link
          className={`${css["compare"]} small`}
          href={`/compare/${base}/${own}`}
          title={say("Compare with {arm}", { arm: baseline })}
          aria-label={say("Compare {question} under {one} and {other}", {
            question: row.question,
            one: baseline,
            other: cell.arm,
          })}
        >
          <GitCompareArrows size={14} aria-hidden="true" />
          {cell.differs && say("differs, compare")}
        </Link>
      )}
    </td>
  );
}
