// Which control claims were put to the vote, and who missed them? Claim by claim, the latest first.
import { Link } from "wouter";
import { Card, Chip } from "@/controls/Card";
import { shortOf } from "@/councils/roster";
import { listed, say } from "@/language/say";
import { day } from "@/language/written";
import { Rows } from "../analytics/parts";
import { Awaited } from "../Awaited";
import { useControls, type Seen } from "./asked";
import css from "../figures.module.css";

const MOST = 20;

/** The votes of one session on one control claim. */
interface Put {
  key: string;
  at: string;
  session: string;
  votes: Seen[];
}

function putTogether(seen: readonly Seen[]): Put[] {
  const found = new Map<string, Put>();
  for (const { session, key, at, ...rest } of seen) {
    const name = `${session} ${key}`;
    const put = found.get(name) ?? { key, at, session, votes: [] };
    put.votes.push({ session, key, at, ...rest });
    found.set(name, put);
  }
  return [...found.values()];
}

export function Controls() {
  const asked = useControls();
  return (
    <Card title={say("Controls")} id="controls">
      <Awaited asked={asked} waits={say("Figures are being made")}>
        {(seen) => <Table puts={putTogether(seen)} />}
      </Awaited>
    </Card>
  );
}

function Table({ puts }: { puts: readonly Put[] }) {
  return (
    <>
      {puts.length === 0 ? (
        <p className={`${css["how"]} small wrap`}>
          {say(
            "No control claim was voted on yet. Up to two stand among the claims of every vote, and count for nothing.",
          )}
        </p>
      ) : (
        <div>
          <Rows
            caption={say("Control claims")}
            heads={[{ title: say("Claim") }, { title: say("As expected") }, { title: say("Missed by") }]}
          >
            {puts.slice(0, MOST).map(({ key, at, session, votes }) => {
              const missed = votes.filter(({ hit }) => !hit).map(({ model }) => model);
              return (
                <tr key={`${session} ${key}`}>
                  <th scope="row">
                    {key} <Link href={`/s/${session}`}>{day(at)}</Link>
                  </th>
                  <td>
                    <Chip tone={missed.length === 0 ? "good" : 2 * missed.length < votes.length ? "mid" : "bad"}>
                      {say("{hits, number} of {all, number}", {
                        hits: votes.length - missed.length,
                        all: votes.length,
                      })}
                    </Chip>
                  </td>
                  <td>{missed.length === 0 ? say("nobody") : listed(missed.map(shortOf))}</td>
                </tr>
              );
            })}
          </Rows>
        </div>
      )}
    </>
  );
}
