// How it was decided, in one table: each answer's place, who put it where, and its mean rank.
import { Chip } from "@/controls/Card";
import { chanceWords } from "@/findings/figures";
import { Table, Who } from "@/findings/parts";
import { placeWords, standingPlaces, tied } from "@/findings/places";
import { firstsOf } from "@/findings/standing";
import { notedOf, saidOf } from "@/findings/standingWords";
import { useLooks, useMoment } from "@/hooks/session";
import { decimal, Say, say } from "@/language/say";
import type { BallotOf, FindingOf } from "@/wire/types";
import findings from "@/findings/findings.module.css";

type Ranking = BallotOf<"ranking">;

export function Votes({ standing }: { standing: FindingOf<"standing"> }) {
  const looks = useLooks();
  const ballots = useMoment(({ state }) => state.ballots);
  const read = new Map<string, Ranking>();
  for (const { reader, ballot } of Object.values(ballots)) if (ballot?.type === "ranking") read.set(reader, ballot);
  const comments = [...read].flatMap(([reader, ballot]) =>
    Object.entries(ballot.comments).flatMap(([seat, why]) => (why === "" ? [] : [{ reader, seat, why }])),
  );
  const { places, winner, rankable, own_weight } = standing;
  const numbers = standingPlaces(standing);
  const [fact, ...rest] = saidOf(standing, looks);
  const chances = places.some(({ chance }) => chance !== undefined);
  const lost = (standing.asked ?? standing.counted) - standing.counted - standing.abstained.length > 0;
  return (
    <section className="stack slim">
      <p>
        <b>{fact}</b> {standing.clear === true && <Chip tone="good">{say("clear")}</Chip>} {rest.join(" ")}
      </p>
      {(rankable || read.size > 0) && places.length > 0 && (
        <Table
          says={say("Who ranked whom")}
          head={[
            say("Place"),
            say("Answer"),
            say("Put first"),
            ...[...read.keys()].map((reader) => <Who key={reader} seat={reader} size={18} />),
            say("Mean rank"),
            ...(chances ? [say("Chance of being best")] : []),
          ]}
        >
          {places.map((each) => (
            <tr key={each.seat} data-first={each.seat === winner || undefined}>
              <td className={findings["place"]}>{placeWords(numbers, each.seat)}</td>
              <th scope="row">
                <Who seat={each.seat} />
              </th>
              <td className="nowrap">{firstsOf(each)}</td>
              {[...read].map(([reader, ballot]) => (
                <td key={reader} title={ballot.comments[each.seat]}>
                  {reader === each.seat && !ballot.tiers.flat().includes(each.seat)
                    ? say("own")
                    : placeIn(ballot.tiers, each.seat)}
                </td>
              ))}
              <td>{each.votes === 0 ? "–" : decimal(each.mean_rank, 2)}</td>
              {chances && (
                <td className="nowrap">
                  {each.chance === undefined || (lost && standing.k_replaced === 0) || each.votes === 0
                    ? "–"
                    : chanceWords(each.chance, lost)}
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      <p className="muted small measure">
        {[
          ...notedOf(standing, looks),
          ...(rankable
            ? [
                say("Ranks: lower is better."),
                own_weight === undefined
                  ? say("Nobody judges its own answer.")
                  : say("Readers are not told which answer is their own."),
              ]
            : []),
        ].join(" ")}
      </p>
      {comments.length > 0 && (
        <details>
          <summary>{say("What each reader said")}</summary>
          <ul className={`${findings["list"]} stack`}>
            {comments.map(({ reader, seat, why }) => (
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
    </section>
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
