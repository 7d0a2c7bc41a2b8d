// Going on with what is left of a study: what it would take, and a budget under which it does.
import { Play } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { TextField } from "@/controls/Field";
import { costText, money, readBudget, typedAs } from "@/councils/money";
import { listed, say } from "@/language/say";
import { number } from "@/language/written";
import { useRest, type RestEstimate, type StudyRow } from "../asked";
import css from "../studies.module.css";

interface Given {
  row: StudyRow;
  /** Whether a larger budget would do for what is left. */
  wants: boolean;
  busy: boolean;
  /** With another budget of the whole, or under the one in force. */
  onGo: (budget: number | null) => void;
}

export function GoOn({ row, wants, busy, onGo }: Given) {
  const { budget } = row;
  const [amount, type] = useState(budget === null ? "" : typedAs(budget));
  const stamp = [row.left, row.running, row.spent, row.pending].join(" ");
  const rest = useRest(row.id, stamp, row.asked_by === "").data;
  const typed = readBudget(amount);
  const wrong = budget !== null && (typed === null || typed === "wrong");
  const same = typed === budget;
  const offered = rest?.budget ?? null;
  const off = busy || wrong; // what is wrong with it is said beside the field
  const short = budget !== null && offered !== null && budget < offered;
  const stuck = rest !== undefined && rest.sessions === 0 && rest.untold !== "";
  if (stuck)
    return (
      <p className="mid">
        <Coded text={rest.untold} />
      </p>
    );
  return (
    <>
      {rest !== undefined && rest.sessions > 0 && <p className="ink">{restWords(rest, row)}</p>}
      {rest !== undefined && rest.untold !== "" && (
        <p className="mid">
          <Coded text={rest.untold} />
        </p>
      )}
      {budget !== null && (
        <BudgetField
          amount={amount}
          wrong={wrong}
          help={
            short
              ? offerWords(row, rest)
              : wants && same
                ? say("What is left does not fit into this budget: a larger one goes on with it.")
                : say("Dollars that all sessions together may cost at most.")
          }
          onText={type}
        />
      )}{" "}
      {short && (
        <Button kind="quiet" onClick={() => type(typedAs(offered))}>
          {say("Set {sum}", { sum: money(offered) })}
        </Button>
      )}{" "}
      <Button
        disabled={off}
        onClick={() => {
          onGo(same || typed === "wrong" ? null : typed);
        }}
      >
        <Play size={15} aria-hidden="true" /> {goWords(rest)}
      </Button>
    </>
  );
}

interface Amount {
  amount: string;
  wrong: boolean;
  help: string;
  onText: (amount: string) => void;
}

/** What the whole study may cost, going on with it or asking again. */
export function BudgetField({ amount, wrong, help, onText }: Amount) {
  return (
    <TextField
      label={say("Budget for the whole study, in dollars")}
      className={css["budget"]}
      inputMode="decimal"
      value={amount}
      error={wrong ? say("An amount is needed: dollars, such as 0.50 or $0.50, or cents, such as 50c.") : ""}
      help={help}
      onText={onText}
    />
  );
}

function goWords(rest: RestEstimate | undefined): string {
  const sum = rest?.typical ?? 0;
  return sum === 0 ? say("Go on with what is left") : say("Go on with what is left, about {sum}", { sum: money(sum) });
}

/** `What is left: 3 sessions, ~30 calls, $0.10, at most $0.42.` */
function restWords({ sessions, calls, typical, most, unknown }: RestEstimate, row: StudyRow): string {
  const { budget, spent, pending } = row;
  const bound = most === null || budget === null ? most : Math.min(most, Math.max(0, budget - spent - pending));
  const parts = [
    say("{sessions, plural, one {# session} other {# sessions}}", { sessions }),
    say("~{calls, plural, one {# call} other {# calls}}", { calls }),
    costText(bound === null || typical === null || typical < bound ? typical : null, bound),
  ];
  const words = say("What is left: {parts}.", { parts: parts.join(", ") });
  return unknown.length === 0
    ? words
    : `${words} ${say("Nobody knows a price for {models}.", { models: listed(unknown) })}`;
}

/** Which budget goes on with it: what is gone already, and what is left. */
function offerWords({ left, running, spent, pending }: StudyRow, rest: RestEstimate | undefined): string {
  const { budget, most_budget: most, sessions } = rest ?? { budget: null, most_budget: null, sessions: left + running };
  const gone = { spent: money(spent + pending), count: number(sessions), budget: money(budget ?? 0) };
  return most === null || most === budget
    ? say("{budget} goes on with the {count} that are left: {spent} is gone already.", gone)
    : say("About {budget} goes on with the {count} that are left, {most} does at the worst: {spent} is gone already.", {
        ...gone,
        most: money(most),
      });
}
