// Who ranked whom? Every reader's places for the answers it was shown, and what it said of each.
import { Card } from "@/controls/Card";
import { Table, Who } from "@/findings/parts";
import { tied } from "@/findings/places";
import { useLooks, useMoment } from "@/hooks/session";
import { Say, say } from "@/language/say";
import { isMasked } from "@/transcript/wording";
import type { BallotOf, FindingOf } from "@/wire/types";
import findings from "@/findings/findings.module.css";

type Ranking = BallotOf<"ranking">;

export function Rankings({ standing }: { standing: FindingOf<"standing"> }) {
  const masked = isMasked(useLooks());
  const ballots = useMoment(({ state }) => state.ballots);
  const read = new Map<string, Ranking>();
  for (const { reader, ballot } of Object.values(ballots)) if (ballot?.type === "ranking") read.set(reader, ballot);
  if (masked || read.size === 0) return null;
  const said = [...read].flatMap(([reader, { comments }]) =>
    Object.entries(comments).flatMap(([seat, why]) => (why === "" ? [] : [{ reader, seat, why }])),
  );
  return (
    <Card title={say("Who ranked whom")} className={findings["card"]}>
      <Table
        says={say("Who ranked whom")}
        head={[say("Answer"), ...[...read.keys()].map((reader) => <Who key={reader} seat={reader} size={18} />)]}
      >
        {standing.places.map(({ seat }) => (
          <tr key={seat} data-first={seat === standing.winner || undefined}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            {[...read].map(([reader, { tiers, comments }]) => (
              <td key={reader} title={comments[seat]}>
                {reader === seat && !tiers.flat().includes(seat) ? say("own") : placeIn(tiers, seat)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {said.length > 0 && (
        <details className={findings["more"]}>
          <summary>{say("What each reader said")}</summary>
          <ul className={findings["list"]}>
            {said.map(({ reader, seat, why }) => (
              <li key={`${reader} ${seat}`}>
                <Say
                  text="<reader></reader> on <answer></answer>"
                  tags={{
                    reader: () => <Who seat={reader} size={18} />,
                    answer: () => <Who seat={seat} size={18} />,
                  }}
                />{" "}
                <span lang="">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

/** An answer's place in one ranking: `2=` where it shares it; a dash where it has none. */
function placeIn(tiers: readonly (readonly string[])[], seat: string): string {
  let place = 1;
  for (const tier of tiers) {
    if (tier.includes(seat)) return tied(place, tier.length);
    place += tier.length;
  }
  return "–";
}
