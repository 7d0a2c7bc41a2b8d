// What would an arm more cost, what is asked along with it, and under which budget of the whole? Told before it is added.
import { Button } from "@/controls/Button";
import { Bone, Failed } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { costText, money, readBudget, typedAs } from "@/councils/money";
import { PriceBasis } from "@/councils/PriceBasis";
import { say } from "@/language/say";
import { officeOf } from "@/playback/looks";
import { problemFrom } from "@/wire/client";
import type { Problem } from "@/wire/types";
import type { StudyRow } from "../asked";
import type { ArmEstimate, useArmPrice } from "./adding";
import { BudgetField } from "./GoOn";
import figures from "../../figures.module.css";

interface Given {
  study: StudyRow;
  price: ReturnType<typeof useArmPrice>;
  /** What is missing in the form, where no price is asked for yet. */
  lacks: string;
  amount: string;
  onAmount: (amount: string) => void;
}

/** The budget that is sent along: another one of the whole, or none for the one in force. */
export function budgetOf({ budget }: StudyRow, amount: string): { wrong: boolean; budget: number | null } {
  const typed = readBudget(amount);
  const wrong = typed === "wrong" || (budget !== null && typed === null);
  return { wrong, budget: typed === "wrong" || typed === budget ? null : typed };
}

/** What is said below a budget of the whole where nothing is short. */
export const goneOf = ({ budget, spent, pending }: StudyRow): string =>
  budget === null
    ? say("None is set: without an amount here, the price above is the only limit. {spent} is spent already.", {
        spent: money(spent + pending),
      })
    : say("{spent} of it is gone already.", { spent: money(spent + pending) });

export function ArmPrice({ study, price: { row, error, again }, lacks, amount, onAmount }: Given) {
  const { wrong } = budgetOf(study, amount);
  const offered = row?.budget ?? null;
  const typed = readBudget(amount);
  const short = offered !== null && typeof typed === "number" && typed < offered;
  return (
    <>
      {lacks !== "" ? (
        <p className={`${figures["how"]} small wrap`}>{lacks}</p>
      ) : error !== null ? (
        <Refused problem={problemFrom(error)} again={again} />
      ) : row === undefined ? (
        <div role="status" aria-busy="true" aria-label={say("Working out what it costs …")}>
          <Bone height="64px" />
        </div>
      ) : (
        <Told row={row} />
      )}
      <BudgetField
        amount={amount}
        wrong={wrong}
        help={
          short
            ? say("{spent} of it is gone already; about {budget} suffices for all that is asked then.", {
                spent: money(study.spent + study.pending),
                budget: money(offered),
              })
            : goneOf(study)
        }
        onText={onAmount}
      />
      {offered !== null && typeof typed === "number" && typed <= offered && (
        <Button
          kind="quiet"
          onClick={() => {
            onAmount(typedAs(offered));
          }}
        >
          {say("Set {sum}", { sum: money(offered) })}
        </Button>
      )}
    </>
  );
}

/** `2 × a/b, c/d; adjudicator e/f` line by line: who sits, and who holds which office. */
export function seatedOf(seats: string): string[] {
  const [members = "", ...offices] = seats.split("; ");
  if (members === "") return [];
  const held = offices.map((each) => {
    const [, office = "", model = ""] = /^(\S+) (.+)$/.exec(each) ?? [];
    return say("{office}: {model}", { office: officeOf(office.replace(/-\d+$/, "")), model });
  });
  return [say("Who sits: {members}", { members }), ...held];
}

/** What was sent is refused for what it says: the same sent again must be. Who cannot be asked now may be later. */
const OF_THE_SENT: readonly (number | undefined)[] = [400, 413, 415, 422];

function Refused({ problem, again }: { problem: Problem; again: () => void }) {
  const same = OF_THE_SENT.includes(problem.status) && problem.code !== "not_ready";
  return same ? <Failed problem={problem} /> : <Failed problem={problem} again={again} />;
}

function Told({ row }: { row: ArmEstimate }) {
  const { sessions, calls, typical, most, seats, others, others_typical, others_most } = row;
  return (
    <div role="status">
      <p>
        <b>
          {[
            say("{sessions, plural, one {# session} other {# sessions}}", { sessions }),
            say("~{calls, plural, one {# call} other {# calls}}", { calls }),
            costText(typical, most),
          ].join(", ")}
        </b>
      </p>
      {others > 0 && (
        <p>
          {say(
            "{count, plural, one {One session of another arm that is left is asked along with it} other {# sessions of other arms that are left are asked along with it}}: {cost}.",
            { count: others, cost: costText(others_typical, others_most) },
          )}
        </p>
      )}
      {seatedOf(seats).map((words) => (
        <p key={words}>{words}</p>
      ))}
      <PriceBasis row={row} className={`${figures["how"]} small wrap`} />
      {[row.lacking, row.short, ...row.remarks].filter(Boolean).map((words) => (
        <p key={words} className="mid">
          <Coded text={words} />
        </p>
      ))}
    </div>
  );
}
