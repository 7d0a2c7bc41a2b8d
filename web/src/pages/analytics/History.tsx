// What was debated? Topics by date with who won, by how much and against whose standing; found by words of the topic.
import { useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Card, Chip, Empty } from "@/controls/Card";
import { TextField } from "@/controls/Field";
import { listed, say } from "@/language/say";
import { day, decimal, number } from "@/language/written";
import { Awaited } from "../Awaited";
import { useHistory, type PastDebate, type Whose } from "./asked";
import { Others } from "./Others";
import { AsTable, COUNTING, Model, Rows } from "./parts";
import css from "../figures.module.css";

export function History({ whose }: { whose: Whose }) {
  const [typed, type] = useState("");
  const search = useDeferredValue(typed.trim());
  const asked = useHistory(whose, search);
  return (
    <Awaited asked={asked} waits={COUNTING}>
      {({ pages }) => {
        const debates = pages.flatMap((page) => page.debates);
        if (debates.length === 0 && search === "")
          return (
            <Card>
              <Empty title={say("No debate was counted yet.")}>
                <p>{say("Debates are listed here with who won, by how much, and what was surprising.")}</p>
                <Others voices={whose.voices} />
              </Empty>
            </Card>
          );
        return (
          <Card title={say("What was debated, the latest first")}>
            <div className="row at-end">
              <TextField type="search" label={say("Words of the topic")} value={typed} onText={type} />
            </div>
            {debates.length === 0 ? <p>{say("No topic holds these words.")}</p> : <Debates of={debates} />}
            {asked.hasNextPage && (
              <Button disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
                {say("Show earlier ones")}
              </Button>
            )}
            <AsTable
              what="analytics/history"
              asked={{ scripted: whose.voices === "scripted", council: whose.council, search, most: 200 }}
            />
            <p className={`${css["how"]} small wrap`}>
              {say(
                "Led by: how far the winner stood above the next, by what ranks them. k*: how many ballots would have to change for it not to lead alone. Upset: how many of the others had been marked higher before, on average; told only where each had sat in three debates.",
              )}
            </p>
          </Card>
        );
      }}
    </Awaited>
  );
}

function Debates({ of }: { of: readonly PastDebate[] }) {
  return (
    <Rows
      caption={say("Debates, the latest first")}
      heads={[
        { title: say("Topic") },
        { title: say("Winner") },
        { title: say("Day") },
        { title: say("Led by"), how: say("How far the winner stood above the next") },
        { title: say("k*"), how: say("Ballots that would have to change") },
        { title: say("Upset"), how: say("How many of the others had been marked higher before") },
      ]}
    >
      {of.map((each) => (
        <tr key={each.session}>
          <th scope="row">
            <Link href={`/s/${each.session}`}>{each.topic}</Link>
          </th>
          <td>{each.winner === null ? levelWords(each) : <Model id={each.winner} />}</td>
          <td>{day(each.at)}</td>
          <td>{each.lead === null ? "–" : decimal(each.lead, 1)}</td>
          <td>
            {each.winner === null ? "–" : each.exact ? number(each.k) : say("at least {k}", { k: number(each.k) })}
          </td>
          <td>{each.upset > 0 && <Chip tone="gold">{upsetWords(each.upset)}</Chip>}</td>
        </tr>
      ))}
    </Rows>
  );
}

const levelWords = ({ level }: PastDebate): string =>
  level.length < 2 ? "–" : say("level: {names}", { names: listed(level) });

const upsetWords = (upset: number): string =>
  say("{upset, plural, one {over # model} other {over # models}}", { upset });
