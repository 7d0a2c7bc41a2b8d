// How do those who judge judge? Whether they agree, how often they give the most, and what they call of findings.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";
import { figureWords, writerOf } from "./words";
import figures from "../figures.module.css";

const points = writerOf(false);

export function JudgesPart({ report }: { report: Report }) {
  const told = report.judging.filter((each) => each.judges.length > 0);
  if (told.length === 0)
    return (
      <Card>
        <p>{say("Nobody judged in these sessions: their protocol has no adjudicator.")}</p>
      </Card>
    );
  const several = told.filter((each) => each.units > 0);
  const listed = told.filter((each) => each.findings.n > 0);
  return (
    <>
      <Card className="stack" title={say("Scores they gave")}>
        <Rows
          caption={say("Those who judged, by arm")}
          heads={[
            { title: say("Arm") },
            { title: say("Judge"), words: true },
            { title: say("Scores given") },
            { title: say("Highest score"), how: say("How often it gave the most an axis has, over questions") },
          ]}
        >
          {told.flatMap((each) =>
            each.judges.map((judge) => (
              <tr key={`${each.arm} ${judge.model}`}>
                <th scope="row">{each.arm}</th>
                <td>{judge.model}</td>
                <td>{number(judge.given)}</td>
                <td>{figureWords(judge.ceiling, percent)}</td>
              </tr>
            )),
          )}
        </Rows>
        <p className={`${figures["how"]} small wrap`}>
          {say("A judge that often gives the highest score hardly tells replies apart.")}
        </p>
      </Card>
      <Card className="stack" title={say("Agreement")}>
        {several.length === 0 ? (
          <p>{say("One judge at a time scored these sessions, so there is nobody to agree with.")}</p>
        ) : (
          <Rows
            caption={say("How far judges agree, by arm")}
            heads={[
              { title: say("Arm") },
              { title: "α", how: say("Krippendorff’s alpha of their scores as an order: 1 is agreement, 0 is chance") },
              { title: say("Scores"), how: say("Given by two of them or more") },
            ]}
          >
            {several.map((each) => (
              <tr key={each.arm}>
                <th scope="row">{each.arm}</th>
                <td>{figureWords(each.alpha, points)}</td>
                <td>{number(each.units)}</td>
              </tr>
            ))}
          </Rows>
        )}
      </Card>
      {listed.length > 0 && (
        <Card className="stack" title={say("Findings")}>
          <Rows
            caption={say("What judges made of findings, by arm")}
            heads={[
              { title: say("Arm") },
              { title: say("Findings a question") },
              { title: say("Confirmed"), how: say("Found by several members") },
              { title: say("Disputed"), how: say("Denied by a member") },
            ]}
          >
            {listed.map((each) => (
              <tr key={each.arm}>
                <th scope="row">{each.arm}</th>
                <td>{figureWords(each.findings, points)}</td>
                <td>{figureWords(each.confirmed, percent)}</td>
                <td>{figureWords(each.disputed, percent)}</td>
              </tr>
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}
