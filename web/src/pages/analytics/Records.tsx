// What stands unbeaten? The greatest comeback, the longest row of wins, the most divided debate and the narrowest win.
import { Link } from "wouter";
import { Card, Failed } from "@/controls/Card";
import { say } from "@/language/say";
import { day, decimal, number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { momentAddress, useRecords, type BestYet, type Whose } from "./asked";
import { Model, signed, Sum } from "./parts";
import css from "../figures.module.css";

const TITLES: Readonly<Record<string, string>> = {
  comeback: say("Greatest comeback"),
  streak: say("Longest row of wins"),
  divided: say("Most divided debate"),
  narrow: say("Narrowest win"),
};

export function Records({ whose }: { whose: Whose }) {
  const asked = useRecords(whose);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  if (asked.data === undefined || asked.data.length === 0) return null;
  return (
    <Card title={say("Records")}>
      <dl className={css["sums"]}>
        {asked.data.map((record) => (
          <Sum key={record.name} title={TITLES[record.name] ?? record.name} says={sayingOf(record)}>
            {figureOf(record)}{" "}
            <small className={css["how"]}>
              {record.models.map((id) => (
                <Model key={id} id={id} />
              ))}{" "}
              <Link href={momentAddress(record.session, record.t)}>▶ {day(record.at)}</Link>
            </small>
          </Sum>
        ))}
      </dl>
    </Card>
  );
}

function figureOf({ name, figure }: BestYet): string {
  if (name === "comeback") return signed(figure);
  return name === "streak" ? number(figure) : decimal(figure, 2);
}

function sayingOf({ name, k }: BestYet): string {
  if (name === "comeback") return say("how far a mean rose after a rebuttal");
  if (name === "streak") return say("debates won alone, one after the other");
  if (name === "divided") return say("standard deviation of its marks");
  return say("above the next; {k, plural, one {one other ballot} other {# other ballots}} would end it", { k: k ?? 0 });
}
