// Which marks were given, one by one? Every mark with who gave it and for whose answer, filtered, and as a table to keep.
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Card, Empty, Failed } from "@/controls/Card";
import { TextField } from "@/controls/Field";
import { say } from "@/language/say";
import { day, number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useMarks, type Whose } from "./asked";
import { Others } from "./Others";
import { AsTable, Counting, Model, Rows } from "./parts";
import css from "../figures.module.css";

export function Marks({ whose }: { whose: Whose }) {
  const { voices, council } = whose;
  const [reader, setReader] = useState("");
  const [author, setAuthor] = useState("");
  const asked = useMarks(whose, reader.trim(), author.trim());
  const whole = reader === "" && author === "";
  const failed = asked.error !== null && (
    <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
  );
  if (failed !== false && whole) return failed;
  if (asked.data === undefined && whole) return <Counting />;
  const marks = asked.data?.pages.flatMap((page) => page.marks) ?? [];
  if (marks.length === 0 && whole)
    return (
      <Card>
        <Empty title={say("No mark was counted yet.")}>
          <p>{say("Every mark that members gave each other is listed here.")}</p>
          <Others voices={voices} />
        </Empty>
      </Card>
    );
  return (
    <div className={css["shown"]} aria-busy={asked.isPlaceholderData}>
      <Card title={say("Marks one by one, the latest first")}>
        <div className={css["range"]}>
          <TextField label={say("Given by")} value={reader} onText={setReader} />
          <TextField label={say("For the answer of")} value={author} onText={setAuthor} />
        </div>
        {failed !== false ? (
          failed
        ) : marks.length === 0 ? (
          <p>{say("No mark fits that.")}</p>
        ) : (
          <Rows
            caption={say("Marks, the latest first")}
            heads={[
              { title: say("Debate") },
              { title: say("Given by") },
              { title: say("For the answer of") },
              { title: say("First mark") },
              { title: say("Mark that counts"), how: say("The later mark where the critic marked again") },
            ]}
          >
            {marks.map((each, at) => (
              <tr key={at}>
                <th scope="row">
                  <Link href={`/s/${each.session}`}>{day(each.at)}</Link>
                </th>
                <td>
                  <Model id={each.reader} />
                </td>
                <td>
                  <Model id={each.author} />
                </td>
                <td>{number(each.first)}</td>
                <td>{number(each.counts)}</td>
              </tr>
            ))}
          </Rows>
        )}
        {asked.hasNextPage && (
          <Button disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
            {say("Show earlier ones")}
          </Button>
        )}
        <AsTable
          what="analytics/marks"
          asked={{ scripted: voices === "scripted", council, reader, author, most: 200 }}
        />
      </Card>
      <p className={css["how"]}>
        {say("Readers did not know whose answer they marked. Marks are opinions of peers, no measure of truth.")}{" "}
        <Link href="/evidence">{say("How often models are right where the answer is known")}</Link>
      </p>
    </div>
  );
}
