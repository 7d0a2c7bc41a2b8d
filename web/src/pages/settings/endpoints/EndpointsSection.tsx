// Which services offer models? All of them in one list; one of them, or a new one, in full.
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { Chip, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { useEndpoints } from "@/councils/shelf";
import { say } from "@/language/say";
import type { EndpointFull } from "@/wire/types";
import { TestChip } from "../LastTest";
import { Awaited } from "../../Awaited";
import { SectionHead } from "../Section";
import { keyWords, NEW } from "./endpoint";
import { EndpointPage } from "./EndpointPage";
import { NewEndpoint } from "./NewEndpoint";
import { TestNow } from "./TestNow";
import css from "../settings.module.css";

export function EndpointsSection({ item }: { item: string | undefined }) {
  const endpoints = useEndpoints();
  return (
    <Awaited asked={endpoints} waits={say("Settings are being fetched")}>
      {(rows) => {
        if (item === NEW) return <NewEndpoint taken={rows.map((row) => row.endpoint)} />;
        if (item === undefined) return <Shelf rows={rows} />;
        const row = rows.find((each) => each.endpoint === item);
        if (row !== undefined) return <EndpointPage row={row} />;
        return (
          <Empty title={say("There is no endpoint “{item}”.", { item })}>
            <Link href="/settings/endpoints">{say("All endpoints")}</Link>
          </Empty>
        );
      }}
    </Awaited>
  );
}

function Shelf({ rows }: { rows: readonly EndpointFull[] }) {
  const inside = (row: EndpointFull): boolean => row.url === "";
  // an engine that Moot knows where to look for is not set up: it is asked where one runs
  const engine = (row: EndpointFull): boolean => row.private && row.layer === "packaged" && row.key.where === "";
  const groups = [
    { title: say("Set up"), rows: rows.filter((row) => row.configured && !inside(row) && !engine(row)) },
    { title: say("Engines on this machine, where one runs"), rows: rows.filter((row) => !inside(row) && engine(row)) },
    { title: say("Need a key"), rows: rows.filter((row) => !row.configured) },
    { title: say("Inside Moot"), rows: rows.filter((row) => row.configured && inside(row)) },
  ];
  return (
    <>
      <SectionHead
        title={say("Endpoints")}
        does={
          <Link href={`/settings/endpoints/${NEW}`} className="tap pad bordered rounded on-card ink plain">
            <Plus size={15} aria-hidden="true" /> {say("Add one")}
          </Link>
        }
      >
        {say(
          "Services that offer models: each is an address, a way of speaking and a key. A key goes in and is never shown again.",
        )}
      </SectionHead>
      {groups
        .filter((group) => group.rows.length > 0)
        .map((group) => (
          <section key={group.title} className="stack">
            <h3>{group.title}</h3>
            <ul className="stack">
              {group.rows.map((row) => (
                <li key={row.endpoint} className={`${css["tested"]} at-centre grid`}>
                  <Link
                    href={`/settings/endpoints/${row.endpoint}`}
                    className={`${css["item"]} stack box ink plain slim`}
                  >
                    <span className="row">
                      <strong>
                        <Coded text={row.title} />
                      </strong>
                      {row.layer === "user" && <Chip>{say("yours")}</Chip>}
                      {row.scripted && <Chip>{say("scripted")}</Chip>}
                      {!row.speaks && <Chip>{say("measures texts")}</Chip>}
                      {row.private && <Chip>{say("local network")}</Chip>}
                    </span>
                    <span className="muted small measure">{keyWords(row)}</span>
                  </Link>
                  {row.configured && !inside(row) && (
                    <div className={`${css["beside"]} row end`}>
                      <TestChip test={row.test} local={row.private && row.key.where === ""} />
                      <TestNow row={row} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}
