// What do people go back to? The latest largest changes, rivalries and unexpected wins, each a link to its moment of the replay.
import { Link } from "wouter";
import { Card, Failed } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { listed, say } from "@/language/say";
import { day } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { momentAddress, useMoments, type Whose } from "./asked";
import css from "../figures.module.css";

export function Moments({ whose }: { whose: Whose }) {
  const asked = useMoments(whose);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  if (asked.data === undefined || asked.data.length === 0) return null;
  return (
    <Card title={say("Replay the latest dramatic moments")}>
      <ul className={css["said"]}>
        {asked.data.map((each) => (
          <li key={`${each.session} ${each.kind} ${each.models.join(" ")}`}>
            <Link href={momentAddress(each.session, each.t)}>
              ▶ <Coded text={each.title} />: {listed(each.models)}
            </Link>
            <p className={css["how"]}>
              <Coded text={each.says} /> {day(each.at)} · {each.topic}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
