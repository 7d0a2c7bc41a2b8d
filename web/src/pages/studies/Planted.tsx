// How much was found of bugs that were planted? Counts first, a share where there are enough of them.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { titleOf } from "@/language/names";
import { number, percent } from "@/language/written";
import { figureWords } from "./words";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";

type Score = NonNullable<Report["arms"][number]["planted"]>;

/** One thing that was counted. */
interface Line {
  title: string;
  how?: string;
  says: (found: Score) => string;
}

export function Planted({ report }: { report: Report }) {
  const arms = report.arms.flatMap(({ name, planted }) => (planted === null ? [] : [{ name, planted }]));
  if (arms.length === 0) return null;
  const severities = [...new Set(arms.flatMap(({ planted }) => Object.keys(planted.by_severity)))];
  const lines: readonly Line[] = [
    { title: say("Found"), says: (found) => partWords(found.recall) },
    ...severities.map((severity) => ({
      title: titleOf(severity),
      how: say("Found, of bugs of this severity"),
      says: (found: Score) => partWords(found.by_severity[severity]),
    })),
    {
      title: say("Findings that found one"),
      how: say("Of findings that name lines"),
      says: (found) => partWords(found.precision),
    },
    {
      title: say("Of all findings"),
      how: say("Findings that found one, those that name no line counted too"),
      says: (found) => partWords(found.precision_of_all),
    },
    {
      title: say("Decoys told as bugs"),
      how: say("Lines that only look wrong"),
      says: (found) => partWords(found.decoys),
    },
    {
      title: say("False all-clears"),
      how: say("Of questions with bugs that ended with a verdict"),
      says: (found) => partWords(found.false_clean),
    },
    {
      title: say("Withheld"),
      how: say("Questions with bugs whose verdict was withheld"),
      says: (found) => number(found.withheld),
    },
    {
      title: say("Not readable"),
      how: say("Questions whose findings could not be read"),
      says: (found) => number(found.unread),
    },
  ];
  return (
    <Card className="stack" title={say("Planted bugs")}>
      <Rows
        caption={say("Planted bugs by arm")}
        heads={[{ title: say("Counted") }, ...arms.map(({ name }) => ({ title: name }))]}
      >
        {lines.map(({ title, how, says }) => (
          <tr key={title}>
            <th scope="row">
              {title}
              {how !== undefined && <small className="muted small block light">{how}</small>}
            </th>
            {arms.map(({ name, planted }) => (
              <td key={name}>{says(planted)}</td>
            ))}
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
  if (share.value === null) return counts;
  return say("{counts}; a question: {share}", { counts, share: figureWords(share, percent) });
}
