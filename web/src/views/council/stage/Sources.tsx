// What did the council look up before it answered? Every source with its number, its address and what it says; which
// searchers failed stands below.
import { Card, Chip } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
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
      <Skeletons words="The searchers are being asked." cards={1} />
    ) : (
      <p className={css["quiet"]}>The search had come to nothing when it ended.</p>
    );
  return (
    <div className={css["stack"]}>
      {found.map((each, at) => (
        <Search key={at} found={each} />
      ))}
    </div>
  );
}

function Search({ found: { query, sources, failures, searchers } }: { found: Found }) {
  return (
    <Card title={`Looked up: ${query.replace(/\s+/g, " ").trim()}`} className={css["stack"]}>
      {sources.length === 0 && (
        <p className={css["quiet"]}>Nothing was found; the members answer from what they know.</p>
      )}
      <ol className={css["found"]}>
        {sources.map(({ number, title, url, excerpt, searcher, date }) => (
          <li key={number} id={`source-${String(number)}`} value={number}>
            <p>
              <b>
                <Leading href={url}>{title === "" ? url : title}</Leading>
              </b>{" "}
              {searcher !== "" && <Chip>{searcher}</Chip>}
              {date !== "" && <span className={css["quiet"]}> {date}</span>}
            </p>
            {excerpt !== "" && <p>{excerpt}</p>}
          </li>
        ))}
      </ol>
      {failures.length > 0 && (
        <>
          <p className={css["quiet"]}>
            {failures.length === 1 ? "One searcher failed" : `${String(failures.length)} searchers failed`}; the council
            went on without.
          </p>
          <ul className={css["found"]}>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </>
      )}
      {searchers.length > 0 && <p className={css["quiet"]}>Asked: {searchers.join(", ")}.</p>}
    </Card>
  );
}
