// Where can a council look things up, and what does each service need?
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { CopyButton } from "@/controls/CopyButton";
import { useSearchers } from "@/councils/shelf";
import { Asked, SectionHead } from "./Section";
import css from "./settings.module.css";

export function SearchersSection() {
  const searchers = useSearchers();
  return (
    <>
      <SectionHead
        title="Searchers"
        does={
          <Button kind="quiet" disabled={searchers.isFetching} onClick={() => void searchers.refetch()}>
            {searchers.isFetching ? "Looking …" : "Look again"}
          </Button>
        }
      >
        A vote on claims looks the question up first, in the searchers that are set up or in those named when convening.
        A searcher that fails is a fact in the session; it stops nothing.
      </SectionHead>
      <Asked of={searchers}>
        {(rows) => (
          <ul className={css["list"]}>
            {rows.map((row) => (
              <li key={row.name} className={css["item"]}>
                <div className={css["itemHead"]}>
                  <h3>{row.title}</h3>
                  <Chip tone={row.configured ? "good" : "mid"}>{row.configured ? "ready" : "needs a key"}</Chip>
                </div>
                <p className={css["muted"]}>
                  {row.configured && !row.needs_key && "It is free to ask and takes no key."}
                  {row.configured &&
                    row.needs_key &&
                    `Its key is ${row.where === "kept" ? "kept by Moot" : "in the environment"}.`}
                  {!row.configured && (
                    <>
                      Its key is entered in a terminal on the server’s machine, where it is typed unseen:{" "}
                      <code>moot keys set {row.name}</code>
                      <CopyButton text={`moot keys set ${row.name}`} name="Copy the command" /> The server need not be
                      started again; press “Look again”.
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Asked>
    </>
  );
}
