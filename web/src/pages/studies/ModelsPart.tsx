// How did each model do under an arm? Scores, ends, axes, changes of position, and whose rebuttals brought them about.
import { Card } from "@/controls/Card";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { decimal, number, percent } from "@/language/written";
import { betweenWords, mark, Rows } from "../analytics/parts";
import type { Report } from "./asked";
import { ArmChoice, useArm } from "./ArmChoice";
import { figureWords, writerOf } from "./words";

type Model = Report["models"][number];
const points = writerOf(false);

export function ModelsPart({ report }: { report: Report }) {
  const arms = report.arms.map((arm) => arm.name);
  const [arm, choose] = useArm(arms, report.baseline);
  const models = report.models.filter((each) => each.arm === arm);
  return (
    <>
      <ArmChoice arms={arms} arm={arm} choose={choose} />
      {models.length === 0 ? (
        <Card>
          <p>{say("Nothing is known of single models under this arm: its protocol tells no replies apart.")}</p>
        </Card>
      ) : (
        <>
          <Scores models={models} />
          <Axes models={models} />
          <Changes models={models} />
          <Moves moves={report.moves.filter((each) => each.arm === arm)} />
        </>
      )}
    </>
  );
}

function Scores({ models }: { models: readonly Model[] }) {
  return (
    <Card className="stack" title={say("Scores")}>
      <Rows
        caption={say("Scores by model")}
        heads={[
          { title: say("Model") },
          { title: say("Score"), how: say("Weighted over axes, on average over questions") },
          { title: say("Spread"), how: say("Standard deviation of the scores of its replies") },
          { title: say("Replies") },
          { title: say("Strongest"), how: say("Sessions in which its reply alone had the highest score") },
          { title: say("Weakest"), how: say("Sessions in which its reply alone had the lowest score") },
        ]}
      >
        {models.map((each) => (
          <tr key={each.model}>
            <th scope="row">{each.model}</th>
            <td>{figureWords(each.score, points)}</td>
            <td>{each.spread === null ? "–" : decimal(each.spread, 2)}</td>
            <td>{number(each.replies)}</td>
            <td>{number(each.strongest)}</td>
            <td>{number(each.weakest)}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function Axes({ models }: { models: readonly Model[] }) {
  const axes = [...new Set(models.flatMap((each) => Object.keys(each.axes)))];
  if (axes.length === 0) return null;
  return (
    <Card className="stack" title={say("By axis")}>
      <Rows
        caption={say("Scores by model and axis, from 1 to 5")}
        heads={[{ title: say("Model") }, ...axes.map((axis) => ({ title: titleOf(axis) }))]}
      >
        {models.map((each) => (
          <tr key={each.model}>
            <th scope="row">{each.model}</th>
            {axes.map((axis) => {
              const figure = each.axes[axis];
              return (
                <td key={axis}>
                  {mark(figure?.value)}
                  {figure !== undefined && <small className="muted small block light">{betweenWords(figure)}</small>}
                </td>
              );
            })}
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function Changes({ models }: { models: readonly Model[] }) {
  const looked = models.filter((each) => each.looked > 0);
  if (looked.length === 0) return null;
  return (
    <Card className="stack" title={say("Changes of position")}>
      <Rows
        caption={say("Changes of position by model")}
        heads={[
          { title: say("Model") },
          { title: say("Known of"), how: say("Replies of which is known whether they changed") },
          { title: say("Changed") },
          { title: say("Without a rebuttal"), how: say("Changed, and no rebuttal could be shown to have done it") },
          { title: say("Conviction"), how: say("What its holding on, or its giving way, was worth") },
        ]}
      >
        {looked.map((each) => (
          <tr key={each.model}>
            <th scope="row">{each.model}</th>
            <td>{number(each.looked)}</td>
            <td>{figureWords(each.flips, percent)}</td>
            <td>{figureWords(each.uncited, percent)}</td>
            <td>{figureWords(each.conviction, points)}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function Moves({ moves }: { moves: Report["moves"] }) {
  return (
    <Card className="stack" title={say("Who moved whom")}>
      {moves.length === 0 ? (
        <p>{say("No rebuttal changed anybody’s position.")}</p>
      ) : (
        <Rows
          caption={say("Whose rebuttals changed whose position")}
          heads={[
            { title: say("Rebuttals of") },
            { title: say("Moved") },
            { title: say("How often") },
            { title: say("Proportion"), how: say("Of replies beside which that member sat") },
          ]}
        >
          {moves.map((each) => (
            <tr key={`${each.source} ${each.model}`}>
              <th scope="row">{each.source}</th>
              <td>{each.model}</td>
              <td>{say("{times} of {of}", { times: number(each.times), of: number(each.of) })}</td>
              <td>{figureWords(each.share, percent)}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
