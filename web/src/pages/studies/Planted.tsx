// How much was found of bugs that were planted? Counts first, a share where there are enough of them.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { titleOf } from "@/language/names";
import { number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";
import css from "./studies.module.css";

type Score = NonNullable<Report["arms"][number]["planted"]>;

export function Planted({ report }: { report: Report }) {
  const arms = report.arms.flatMap(({ name, planted }) => (planted === null ? [] : [{ name, planted }]));
  if (arms.length === 0) return null;
  const severities = [...new Set(arms.flatMap(({ planted }) => Object.keys(planted.by_severity)))];
  return (
    <Card className={css["part"]} title={say("Planted bugs")}>
      <Rows
        caption={say("Planted bugs by arm")}
        heads={[
          { title: say("Arm") },
          { title: say("Found") },
          ...severities.map((name) => ({ title: titleOf(name), how: say("Found, of bugs of this severity") })),
          { title: say("Findings that found one"), how: say("Of findings that name lines") },
          { title: say("Of all findings"), how: say("Findings that found one, those that name no line counted too") },
          { title: say("Decoys told as bugs"), how: say("Lines that only look wrong") },
          { title: say("False all-clears"), how: say("Of questions with bugs that ended with a verdict") },
          { title: say("Withheld"), how: say("Questions with bugs whose verdict was withheld") },
          { title: say("Not readable"), how: say("Questions whose findings could not be read") },
        ]}
      >
        {arms.map(({ name, planted }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{partWords(planted.recall)}</td>
            {severities.map((severity) => (
              <td key={severity}>{partWords(planted.by_severity[severity])}</td>
            ))}
            <td>{partWords(planted.precision)}</td>
            <td>{partWords(planted.precision_of_all)}</td>
            <td>{partWords(planted.decoys)}</td>
            <td>{partWords(planted.false_clean)}</td>
            <td>{number(planted.withheld)}</td>
            <td>{number(planted.unread)}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}

function partWords(part: Score["recall"] | undefined): string {
  if (part === undefined) return "";
  const { so, of, share } = part;
  const counts = say("{so} of {of}", { so: number(so), of: number(of) });
  if (share.value === null || share.low === null || share.high === null) return counts;
  return say("{counts}: {share} ({low} to {high})", {
    counts,
    share: percent(share.value),
    low: percent(share.low),
    high: percent(share.high),
  });
}
