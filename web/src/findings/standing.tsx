// How do findings that every protocol may make look? Who stands where, what was noted, who handed a ballot in.
import { Chip } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { IntervalDots } from "./IntervalDots";
import { percent } from "./figures";
import { Everyone, KStar, Table, Who } from "./parts";
import { placeWords, standingPlaces } from "./places";
import css from "./findings.module.css";

export function Standing({ finding }: { finding: FindingOf<"standing"> }) {
  const { places, winner, winners, mean_winner, separable, rankable, reason } = finding;
  const numbers = standingPlaces(finding);
  const from = Math.min(0, ...places.map(({ low }) => low));
  const to = Math.max(0, ...places.map(({ high }) => high));
  return (
    <>
      {!rankable && <p className={css["lead"]}>{reason}</p>}
      {rankable && (
        <p className={css["lead"]}>
          {winner === null ? (
            <>
              <Everyone seats={winners} /> tie at the top.
            </>
          ) : (
            <>
              <Who seat={winner} /> comes first.
            </>
          )}
          <Chip tone={separable ? "good" : "mid"}>{separable ? "separable" : "not separable from the next"}</Chip>
        </p>
      )}
      {places.length > 0 && (
        <Table
          says="Answers, best first"
          head={[
            "Place",
            "Answer",
            "Median rank",
            "Mean rank",
            "Beats",
            "Strength, 95 %",
            "First in samples",
            "Ballots",
          ]}
        >
          {places.map((each) => (
            <tr key={each.seat} data-first={each.seat === winner || undefined}>
              <td className={css["place"]}>{placeWords(numbers.get(each.seat))}</td>
              <th scope="row">
                <Who seat={each.seat} />
              </th>
              <td>{each.median_rank}</td>
              <td>{each.mean_rank.toFixed(2)}</td>
              <td title="Mean share of the others it beat on a ballot">{percent(each.borda)}</td>
              <td>
                <IntervalDots
                  value={each.strength}
                  low={each.low}
                  high={each.high}
                  from={from}
                  to={to}
                  label="Strength"
                />
              </td>
              <td>{percent(each.first_share)}</td>
              <td>{each.votes}</td>
            </tr>
          ))}
        </Table>
      )}
      {rankable && (
        <KStar
          k={finding.k_replaced}
          exact={finding.k_exact}
          removed={finding.k_removed}
          changes="It would be tied or no longer first"
          none={finding.winner && finding.reason}
        />
      )}
      <p className={css["small"]}>
        Ranks: lower is better, and nobody ranks itself. {finding.counted} ballots counted
        {finding.spoiled.length > 0 && (
          <>
            , unreadable from <Everyone seats={finding.spoiled} />
          </>
        )}
        {finding.abstained.length > 0 && (
          <>
            , abstained <Everyone seats={finding.abstained} />
          </>
        )}
        .{rankable && reason !== "" && <> {reason}</>}
        {mean_winner !== null && mean_winner !== winner && (
          <>
            {" "}
            By mean rank alone <Who seat={mean_winner} size={18} /> would come first.
          </>
        )}
      </p>
    </>
  );
}

export function Note({ finding }: { finding: FindingOf<"note"> }) {
  return (
    <>
      <p className={css["lead"]}>
        <b>{finding.title}</b>
      </p>
      <p className={css["prose"]}>{finding.text}</p>
    </>
  );
}

export function Attendance({ finding }: { finding: FindingOf<"attendance"> }) {
  return (
    <Table says="Ballots by member" head={["Member", "Asked for", "Read", "Put in order", "Part"]}>
      {finding.seats.map(({ seat, asked, read, repaired, silent }) => (
        <tr key={seat}>
          <th scope="row">
            <Who seat={seat} />
          </th>
          <td>{asked}</td>
          <td>{read}</td>
          <td>{repaired}</td>
          <td>{silent ? <Chip tone="bad">silent</Chip> : <Chip tone="good">heard</Chip>}</td>
        </tr>
      ))}
    </Table>
  );
}
