// What moved from the first session to the second? Members' places and answers, and every figure that is not the same.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { Rows } from "../analytics/parts";
import type { Difference, SideBySide } from "./comparison";
import {
  answerText,
  figures,
  isField,
  isShared,
  memberName,
  modelOf,
  named,
  placeText,
  signed,
  valueText,
} from "./words";
import css from "./compare.module.css";

const EMPTY = say("Nothing that is counted or decided is different.");

export function Moved({ found }: { found: SideBySide }) {
  const told = figures(found).filter((each) => each.what !== "rank");
  const rows = told.filter((each) => isShared(each));
  const alone = told.filter((each) => !isShared(each));
  const { members } = found.sides;
  const ranked = members.some((pair) => pair.a_place !== null) && members.some((pair) => pair.b_place !== null);
  return (
    <Card title={say("What moved")}>
      {members.length > 0 && (
        <div className={`${css["moved"]} below`}>
          <Rows
            caption={say("Members in both sessions")}
            heads={[say("Member"), ...(ranked ? [say("Place")] : []), say("Answer")].map((title) => ({ title }))}
          >
            {members.map((pair) => (
              <tr key={`${pair.a} ${pair.b}`}>
                <th scope="row">{memberName(pair)}</th>
                {ranked && <td data-moved={pair.a_place !== pair.b_place}>{placeText(pair)}</td>}
                <td>{answerText(pair)}</td>
              </tr>
            ))}
          </Rows>
        </div>
      )}
      {rows.length === 0 ? (
        <p className="muted small">{EMPTY}</p>
      ) : (
        <Figures found={found} rows={rows} name={say("Figures that differ")} />
      )}
      {alone.length > 0 && (
        <details className={`${css["text"]} topped pad-y`}>
          <summary className="pad-y">
            <h3>{say("What only one of them has")}</h3>
            <small>{say("{figures, plural, one {# figure} other {# figures}}", { figures: alone.length })}</small>
          </summary>
          <Figures found={found} rows={alone} name={say("Figures that only one session has")} />
        </details>
      )}
      {found.order_sensitive === false && (
        <p className="muted small">{say("Everybody who changed its mind did so in both, on the same words.")}</p>
      )}
    </Card>
  );
}

const whoText = (found: SideBySide, who: string): string => {
  const model = modelOf(found, "a", who);
  return model === who ? modelOf(found, "b", who) : model;
};

function Figures({ found, rows, name }: { found: SideBySide; rows: readonly Difference[]; name: string }) {
  const deltas = rows.some((each) => each.delta !== null);
  return (
    <div className={`${css["moved"]} below`}>
      <Rows
        caption={name}
        heads={[say("What"), say("First"), say("Second"), ...(deltas ? [say("Change")] : [])].map((title) => ({
          title,
        }))}
      >
        {rows.map((each) => (
          <tr key={`${each.what} ${each.who}`}>
            <th scope="row">
              <span lang={isField(each.what) ? "en" : undefined}>{named(each.what)}</span>
              {each.who !== "" && <small lang=""> {whoText(found, each.who)}</small>}
            </th>
            <td lang={isField(each.what) ? "" : undefined}>{valueText(found, "a", each)}</td>
            <td lang={isField(each.what) ? "" : undefined}>{valueText(found, "b", each)}</td>
            {deltas && <td>{each.delta === null ? "" : signed(each.delta)}</td>}
          </tr>
        ))}
      </Rows>
    </div>
  );
}
