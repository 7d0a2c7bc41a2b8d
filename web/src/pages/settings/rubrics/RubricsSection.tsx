// By what is judged? The rubrics there are; one of them to be read, written and tried.
import { Link } from "wouter";
import { Chip, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { titled } from "@/councils/words";
import { useRubrics } from "@/hooks/queries";
import { say, within } from "@/language/say";
import type { RubricRow } from "@/wire/types";
import { Awaited } from "../../Awaited";
import { SectionHead } from "../Section";
import { RubricPage } from "./RubricPage";
import css from "../settings.module.css";

export function RubricsSection({ item }: { item: string | undefined }) {
  const rubrics = useRubrics();
  return (
    <Awaited asked={rubrics} waits={say("Settings are being fetched")}>
      {({ rubrics: rows, broken, default: byDefault }) => {
        if (item === undefined) return <Shelf rows={rows} broken={broken} byDefault={byDefault} />;
        const like = new URLSearchParams(location.search).get("like");
        const row = rows.find((each) => each.rubric.name === (like ?? item));
        const taken = rows.map((each) => each.rubric.name);
        if (row !== undefined) return <RubricPage row={row} copyOf={like} taken={taken} />;
        return (
          <Empty title={say("There is no rubric “{item}”.", { item })}>
            <Link href="/settings/rubrics">{say("All rubrics")}</Link>
          </Empty>
        );
      }}
    </Awaited>
  );
}

const FOR: Record<string, string> = {
  question: say("for a question"),
  code: say("for code or a description"),
  jsonl: say("for a forced choice"),
};

function Shelf(given: { rows: readonly RubricRow[]; broken: Readonly<Record<string, string>>; byDefault: string }) {
  const { rows, broken, byDefault } = given;
  return (
    <>
      <SectionHead title={say("Rubrics")}>
        {say(
          "What an adjudicator judges by: axes it scores, labels it gives, and rules in words and numbers that make the class of the verdict. To write one, open the nearest and duplicate it.",
        )}
      </SectionHead>
      <ul className="stack">
        {rows.map(({ rubric, layer }) => (
          <li key={rubric.name}>
            <Link href={`/settings/rubrics/${rubric.name}`} className={`${css["item"]} stack box ink plain slim`}>
              <span className="row">
                <strong>{titled(rubric.name)}</strong>
                {rubric.name === byDefault && <Chip tone="gold">{say("used by default")}</Chip>}
                {layer !== "packaged" && <Chip>{layer === "user" ? say("yours") : layer}</Chip>}
                <Chip>{FOR[rubric.input] ?? say("for {input}", { input: rubric.input })}</Chip>
              </span>
              <span>
                <Coded text={rubric.title} />
              </span>
              <span className="muted small measure">
                {say("{axes} · {rules, plural, one {# rule} other {# rules}}", {
                  axes: rubric.axes.map((axis) => within(titled(axis.name))).join(", "),
                  rules: rubric.rules.length,
                })}
              </span>
            </Link>
          </li>
        ))}
        {Object.entries(broken).map(([name, why]) => (
          <li key={name} className={`${css["item"]} stack box ink plain slim`}>
            <span className="row">
              <strong>{name}</strong>
              <Chip tone="bad">{say("cannot be used")}</Chip>
            </span>
            <span className="muted small measure">{say("{why} Its file is kept; mend it there.", { why })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
