// How do models stand beside each other? Means with intervals, ranks as ranges, wins beside chance; few sessions are told as few.
import { Card, Empty } from "@/controls/Card";
import { money } from "@/councils/money";
import { say } from "@/language/say";
import { number, percent } from "@/language/written";
import { Awaited } from "../Awaited";
import { useBoard, type BoardModel, type Leaderboard, type Wanted } from "./asked";
import { Others, othersWords } from "./Others";
import { AsTable, betweenWords, COUNTING, mark, Model, Rows } from "./parts";
import css from "../figures.module.css";

export function Board({ wanted }: { wanted: Wanted }) {
  const asked = useBoard(wanted);
  return (
    <Awaited asked={asked} waits={COUNTING}>
      {(board) =>
        board.models.length === 0 ? <NoBoard board={board} /> : <Shown board={board} busy={asked.isPlaceholderData} />
      }
    </Awaited>
  );
}

function Shown({ board, busy }: { board: Leaderboard; busy: boolean }) {
  const voices = board.scripted ? "scripted" : "models";
  return (
    <div className="stack loose" aria-busy={busy}>
      <Card title={say("{count, plural, one {# debate} other {# debates}} counted", { count: board.debates })}>
        {board.apart !== null && <p>{apartWords(board.apart)}</p>}
        <Rows
          caption={say("Models by the mean of their marks")}
          heads={[
            { title: say("Model") },
            { title: say("Rank"), how: say("A model is below another only where their intervals do not overlap") },
            { title: say("Mean"), how: say("All marks it received over their number") },
            { title: say("95 % interval"), how: say("Drawing sessions again, with replacement") },
            { title: say("Adjusted"), how: say("Its mark, were all readers equally strict") },
            { title: say("Debates") },
            { title: say("Wins"), how: say("Debates in which it led alone, beside what a blind draw would give it") },
            { title: say("Comebacks"), how: say("Rebuttals after which its mean rose") },
            { title: say("Cost a debate"), how: say("What its calls cost, on average where each price is known") },
          ]}
        >
          {board.models.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </Rows>
        <AsTable
          what="analytics/leaderboard"
          asked={{ scripted: board.scripted, since: board.since, council: board.council }}
        />
        <p className={`${css["how"]} small wrap`}>
          {say(
            "Mean: all marks a model’s answers received, over their number; readers do not know whose answer they mark. The interval is where it lies in 95 of 100 draws of as many debates. Adjusted: first marks only, by least squares with a ridge of 1, as if all readers were equally strict. Below ten debates figures are provisional. Marks are opinions of peers, no measure of truth.",
          )}
        </p>
      </Card>
      <ul className="muted small indent">
        {board.others > 0 && <li>{othersWords(voices, board.others)}</li>}
        {board.due > 0 && (
          <li>
            {say("{count, plural, one {# debate} other {# debates}} could not be counted.", { count: board.due })}
          </li>
        )}
      </ul>
    </div>
  );
}

export const rank = (row: BoardModel): string =>
  row.rank_low === row.rank_high ? number(row.rank_low) : `${number(row.rank_low)}–${number(row.rank_high)}`;

export const winWords = (row: BoardModel): string =>
  say("{share} ({chance} by chance)", { share: percent(row.win_rate), chance: percent(row.by_chance) });

export function costWords({ cost, priced, debates }: BoardModel): string {
  if (cost === null) return "–";
  if (priced === debates) return money(cost);
  return say("{cost} (known of {priced} of {debates})", {
    cost: money(cost),
    priced: number(priced),
    debates: number(debates),
  });
}

function Row({ row }: { row: BoardModel }) {
  return (
    <tr>
      <th scope="row">
        <Model id={row.id} provisional={row.provisional} />
      </th>
      <td>{rank(row)}</td>
      <td>{mark(row.mean)}</td>
      <td>{betweenWords(row)}</td>
      <td>{mark(row.adjusted)}</td>
      <td>{number(row.debates)}</td>
      <td>{winWords(row)}</td>
      <td>
        {row.rebuttals === 0
          ? "–"
          : say("{count} of {all}", { count: number(row.comebacks), all: number(row.rebuttals) })}
      </td>
      <td>{costWords(row)}</td>
    </tr>
  );
}

function apartWords({ one, other, more }: NonNullable<Leaderboard["apart"]>): string {
  if (more === null) return say("{one} and {other} cannot be told apart.", { one, other });
  if (more === 0) return say("{one} is marked above {other}: their intervals do not overlap.", { one, other });
  return say(
    "{one} and {other} cannot be told apart yet; about {more, plural, one {# more debate} other {# more debates}} of each would, if their means stay.",
    { one, other, more },
  );
}

function NoBoard({ board }: { board: Leaderboard }) {
  return (
    <Card>
      <Empty title={say("No debate was counted yet.")}>
        <p>{say("Models are ranked here once a council has debated. Forks and imported sessions are not counted.")}</p>
        <Others voices={board.scripted ? "scripted" : "models"} />
      </Empty>
    </Card>
  );
}
