// What did the council look up before it answered? Every source with its number, its address and what it says; which
// searchers failed stands below.
import { Card, Chip } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { Leading } from "@/markdown/Leading";
import { Skeletons } from "../Skeletons";
import { isOver, sourcesOf, type Found } from "../tabs";
import css from "../council.module.css";

export function Sources({ stage }: { stage: string }) {
  const sources = useMoment(({ state }) => state.sources);
  const under = useMoment(({ state }) => state.entered.at(-1) === stage && !isOver(state));
  const found = sourcesOf({ sources }, stage);
  if (found.length === 0)
    return under ? (
      <Skeletons words={say("The searchers are being asked.")} cards={1} />
    ) : (
      <p className="muted small light">{say("The search had come to nothing when it ended.")}</p>
    );
  return (
    <div className={`${css["stack"]} stack slim`}>
      {found.map((each, at) => (
        <Search key={at} found={each} />
      ))}
    </div>
  );
}

function Search({ found: { query, sources, failures, searchers } }: { found: Found }) {
  return (
    <Card
      title={say("Looked up: {query}", { query: query.replace(/\s+/g, " ").trim() })}
      className={`${css["stack"]} stack slim`}
    >
      {sources.length === 0 && (
        <p className="muted small light">{say("Nothing was found; the members answer from what they know.")}</p>
      )}
      <ol className="stack wrap indent">
        {sources.map(({ number, title, url, excerpt, searcher, date }) => (
          <li key={number} id={`source-${String(number)}`} value={number}>
            <p>
              <b>
                <Leading href={url}>{title === "" ? url : title}</Leading>
              </b>{" "}
              {searcher !== "" && <Chip>{searcher}</Chip>}
              {date !== "" && <span className="muted small light"> {date}</span>}
            </p>
            {excerpt !== "" && <p>{excerpt}</p>}
          </li>
        ))}
      </ol>
      {failures.length > 0 && (
        <>
          <p className="muted small light">
            {say("{failed, plural, =1 {One searcher} other {# searchers}} failed; the council went on without.", {
              failed: failures.length,
            })}
          </p>
          <ul className="stack wrap indent">
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </>
      )}
      {searchers.length > 0 && (
        <p className="muted small light">{say("Asked: {searchers}.", { searchers: searchers.join(", ") })}</p>
      )}
    </Card>
  );
}
