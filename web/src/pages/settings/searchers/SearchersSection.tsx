// Where can a council look things up, and what does each service need?
import { useSearchers } from "@/councils/shelf";
import { say } from "@/language/say";
import { Awaited } from "../../Awaited";
import { SectionHead } from "../Section";
import { useSettings } from "../settings";
import { SearcherCard } from "./SearcherCard";
import { SearchersInUse } from "./SearchersInUse";

export function SearchersSection() {
  const searchers = useSearchers();
  const setting = useSettings().data?.settings.find(({ name }) => name === "searchers");
  return (
    <>
      <SectionHead title={say("Searchers")}>
        {say(
          "A vote on claims looks the question up first. The words of the question are sent to the searchers that are asked. A searcher that fails is told in the session; it stops nothing.",
        )}
      </SectionHead>
      <Awaited asked={searchers} waits={say("Settings are being fetched")}>
        {(rows) => (
          <div className="stack loose">
            {setting !== undefined && <SearchersInUse row={setting} rows={rows} />}
            <ul className="stack">
              {rows.map((row) => (
                <SearcherCard key={row.name} row={row} />
              ))}
            </ul>
          </div>
        )}
      </Awaited>
    </>
  );
}
