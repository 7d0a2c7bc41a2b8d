// How do findings that every protocol may make look? Who stands where, what was noted, who handed a ballot in.
import { Chip } from "@/controls/Card";
import { useLooks } from "@/hooks/session";
import { decimal, say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import { chanceWords, scoreWords } from "./figures";
import { Table, Who } from "./parts";
import { placeWords, standingPlaces } from "./places";
import { notedOf, saidOf } from "./standingWords";
import css from "./findings.module.css";

export function Standing({ finding }: { finding: FindingOf<"standing"> }) {
  const { places, winner, rankable } = finding;
  const looks = useLooks();
  const numbers = standingPlaces(finding);
  const [fact, ...rest] = saidOf(finding, looks);
  const chances = places.some(({ chance }) => chance !== undefined);
  const lost = (finding.asked ?? finding.counted) - finding.counted - finding.abstained.length > 0;
  const open = lost && finding.k_replaced === 0;
  return (
    <>
      <p className="row">
        {fact}
        {finding.clear === true && <Chip tone="good">{say("clear")}</Chip>}
      </p>
      {rest.map((line) => (
        <p key={line} className="measure wrap">
          {line}
        </p>
      ))}
      {rankable && places.length > 0 && (
        <Table
          says={say("Answers, best first")}
          head={[
            say("Place"),
            say("Answer"),
            say("Put first"),
            say("Score"),
            say("Mean rank"),
            ...(chances ? [say("Chance of being best")] : []),
            say("Ballots"),
          ]}
        >
          {places.map((each) => (
            <tr key={each.seat} data-first={each.seat === winner || undefined}>
              <td className={css["place"]}>{placeWords(numbers, each.seat)}</td>
              <th scope="row">
                <Who seat={each.seat} />
              </th>
              <td className="nowrap">{firstsOf(each)}</td>
              <td title={say("Share of the others below it, by the model of judging")}>{scoreWords(each, finding)}</td>
              <td>{each.votes === 0 ? "–" : decimal(each.mean_rank, 2)}</td>
              {chances && (
                <td className="nowrap">
                  {each.chance === undefined || open || each.votes === 0 ? "–" : chanceWords(each.chance, lost)}
                </td>
              )}
              <td>{each.votes}</td>
            </tr>
          ))}
        </Table>
      )}
      {notedOf(finding, looks).map((line) => (
        <p key={line} className="muted small measure">
          {line}
        </p>
      ))}
      {rankable && (
        <p className="muted small measure">
          {say("Ranks: lower is better.")}{" "}
          {finding.own_weight === undefined
            ? say("Nobody judges its own answer.")
            : say("Readers are not told which answer is their own.")}
        </p>
      )}
    </>
  );
}

/** How many put it first alone, of those that could; whether its own reader is among them. */
export function firstsOf(place: FindingOf<"standing">["places"][number]): string {
  const { first_by_others = 0, first_by_itself = false } = place;
  const could = place.votes;
  const firsts = first_by_others + (first_by_itself ? 1 : 0);
  if (!first_by_itself) return say("{firsts, number} of {could, number}", { firsts, could });
  return first_by_others > 0
    ? say("{firsts, number} of {could, number} (its own too)", { firsts, could })
    : say("{firsts, number} of {could, number} (only its own)", { firsts, could });
}

export function Note({ finding }: { finding: FindingOf<"note"> }) {
  return (
    <>
      <p className="row">
        <b>{finding.title}</b>
      </p>
      <p className="measure wrap">{finding.text}</p>
    </>
  );
}

export function Attendance({ finding }: { finding: FindingOf<"attendance"> }) {
  return (
    <Table
      says={say("Ballots by member")}
      head={[say("Member"), say("Asked for"), say("Read"), say("Put in order"), say("Part")]}
    >
      {finding.seats.map(({ seat, asked, read, repaired, silent }) => (
        <tr key={seat}>
          <th scope="row">
            <Who seat={seat} />
          </th>
          <td>{asked}</td>
          <td>{read}</td>
          <td>{repaired}</td>
          <td>{silent ? <Chip tone="bad">{say("silent")}</Chip> : <Chip tone="good">{say("heard")}</Chip>}</td>
        </tr>
      ))}
    </Table>
  );
}
