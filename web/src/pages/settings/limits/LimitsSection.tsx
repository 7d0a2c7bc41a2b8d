// How much may be spent, and how long is waited? For every question that sets no limits of its own, in every door.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Say, say } from "@/language/say";
import { Awaited } from "../../Awaited";
import { SectionHead } from "../Section";
import { useSettings, type SettingRow } from "../settings";
import { numberFrom, SettingSwitch, SettingText } from "./SettingField";
import css from "../settings.module.css";

interface Words {
  name: string;
  label: string;
  help: string;
}

const MONEY: readonly Words[] = [
  {
    name: "budget",
    label: say("A session, in dollars"),
    help: say("The most a session may cost when its question names no budget. No call starts that could exceed it."),
  },
  {
    name: "day_budget",
    label: say("All sessions of a day, in dollars"),
    help: say("The most all sessions together may cost on one day (UTC)."),
  },
  {
    name: "call_budget",
    label: say("A single call, in dollars"),
    help: say("The most one call to a model may cost."),
  },
];
const TIME: readonly Words[] = [
  {
    name: "connect_timeout",
    label: say("To reach a service, in seconds"),
    help: say("Then the call has failed."),
  },
  {
    name: "first_timeout",
    label: say("To the first piece of an answer, in seconds"),
    help: say("The most there is; a model that is usually quicker gets less."),
  },
  {
    name: "between_timeout",
    label: say("Between two pieces of an answer, in seconds"),
    help: say("A model that falls silent for longer has failed."),
  },
  {
    name: "call_timeout",
    label: say("A call as a whole, in seconds"),
    help: say("However steadily it still writes."),
  },
];
const CHAT: readonly Words[] = [
  {
    name: "chores",
    label: say("One cheap member does the chores of chat programs"),
    help: say("Titles, tags and the like. Off, the whole council is asked for each."),
  },
  {
    name: "chat_progress",
    label: say("Chat programs see the council’s progress"),
    help: say("As the thinking of the answer, where the program shows that."),
  },
  {
    name: "chat_degraded",
    label: say("Answers in chat programs say what they lack"),
    help: say("In their last line, such as a member that did not answer."),
  },
  {
    name: "chat_stop_on_close",
    label: say("A chat program that closes its connection stops the council"),
    help: say("Off, the session goes on and can be read here."),
  },
];

export function LimitsSection() {
  const settings = useSettings();
  return (
    <>
      <SectionHead title={say("Limits")}>
        <Say
          text="What holds for every question that says nothing else, from the next one on, here and in the terminal. Which council answers, and by which protocol, is chosen under <councils>Councils</councils>; what was spent is shown under <usage>Usage</usage>."
          tags={{
            councils: (words) => <Link href="/settings/councils">{words}</Link>,
            usage: (words) => <Link href="/usage">{words}</Link>,
          }}
        />
      </SectionHead>
      <Awaited asked={settings} waits={say("Settings are being fetched")}>
        {({ settings: rows }) => <Groups rows={rows} />}
      </Awaited>
    </>
  );
}

function Groups({ rows }: { rows: readonly SettingRow[] }) {
  const each = (words: readonly Words[], draw: (row: SettingRow, of: Words) => ReactNode): ReactNode =>
    words.map((of) => {
      const row = rows.find(({ name }) => name === of.name);
      return row === undefined ? null : <div key={of.name}>{draw(row, of)}</div>;
    });
  const model = rows.find(({ name }) => name === "chore_model");
  const strict = rows.find(({ name }) => name === "strict_prices");
  return (
    <div className="stack loose">
      <section className={`${css["item"]} stack box ink plain slim`}>
        <h3>{say("Budgets")}</h3>
        {each(MONEY, (row, { label, help }) => (
          <SettingText
            {...{ row, label, help }}
            decimal
            placeholder={say("no limit")}
            read={(text) => numberFrom(text)}
          />
        ))}
        {strict !== undefined && (
          <SettingSwitch
            row={strict}
            label={say("Models without a known price are refused under a budget")}
            help={say("Off, they count as the dearest model whose price is known.")}
          />
        )}
      </section>
      <section className={`${css["item"]} stack box ink plain slim`}>
        <h3>{say("Time limits")}</h3>
        {each(TIME, (row, { label, help }) => (
          <SettingText
            {...{ row, label, help }}
            decimal
            placeholder={String(row.default)}
            read={(text) => numberFrom(text, { zero: false })}
          />
        ))}
      </section>
      <section className={`${css["item"]} stack box ink plain slim`}>
        <h3>{say("Chat programs that ask a council")}</h3>
        {each(CHAT, (row, { label, help }) => (
          <SettingSwitch {...{ row, label, help }} />
        ))}
        {model !== undefined && (
          <SettingText
            row={model}
            label={say("The model for chores")}
            help={say("As endpoint/model.")}
            placeholder={say("the council’s cheapest member")}
            read={(text) => ({ value: text })}
          />
        )}
      </section>
    </div>
  );
}
