// Which councils are there? By where they come from, each with its faces; one of them, or a new one, in full.
import { Plus } from "lucide-react";
import { Link } from "wouter";
import { Chip, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { FaceRow } from "@/councils/FaceRow";
import { seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { titled } from "@/councils/words";
import { useCouncils } from "@/hooks/queries";
import { Say, say } from "@/language/say";
import type { CouncilList } from "@/wire/types";
import { Awaited } from "../../Awaited";
import { SectionHead } from "../Section";
import { CouncilEditor } from "./CouncilEditor";
import { DefaultCouncil } from "./DefaultCouncil";
import { BLANK, NEW } from "./keeping";
import css from "../settings.module.css";

const LAYERS: Record<string, string> = {
  project: say("The project’s"),
  user: say("Yours"),
  packaged: say("Built in"),
};

export function CouncilsSection({ item }: { item: string | undefined }) {
  const councils = useCouncils();
  return (
    <Awaited asked={councils} waits={say("Settings are being fetched")}>
      {(list) => {
        const { councils: rows, sitting } = list;
        const taken = rows.map((row) => row.council.name);
        if (item === undefined) return <Shelf list={list} />;
        if (item === NEW) {
          const like = new URLSearchParams(location.search).get("like");
          // Without a name it is the one that Moot puts together, to be kept.
          const copied =
            like === "" ? sitting.seated : (rows.find((row) => row.council.name === like)?.council ?? BLANK);
          return <CouncilEditor council={copied} layer="" taken={taken} />;
        }
        const row = rows.find((each) => each.council.name === item);
        if (row !== undefined) return <CouncilEditor council={row.council} layer={row.layer} taken={taken} />;
        return (
          <Empty title={say("There is no council “{item}”.", { item })}>
            <Link href="/settings/councils">{say("All councils")}</Link>
          </Empty>
        );
      }}
    </Awaited>
  );
}

function Shelf({ list }: { list: CouncilList }) {
  const { councils: rows, default: byDefault, broken } = list;
  const endpoints = useEndpoints().data ?? [];
  return (
    <>
      <SectionHead
        title={say("Councils")}
        does={
          <Link href={`/settings/councils/${NEW}`} className="tap pad bordered rounded on-card ink plain">
            <Plus size={15} aria-hidden="true" /> {say("New council")}
          </Link>
        }
      >
        {say("Members, a chair and a protocol under one name.")}
      </SectionHead>
      <DefaultCouncil list={list} />
      {Object.entries(broken).map(([name, why]) => (
        <p key={name} role="alert" className="muted small measure">
          <Say
            text="<name>{council}</name> cannot be used: {why}"
            values={{ council: name, why }}
            tags={{ name: (words) => <strong>{words}</strong> }}
          />
        </p>
      ))}
      {Object.entries(LAYERS).map(([layer, title]) => {
        const found = rows.filter((row) => row.layer === layer);
        if (found.length === 0) return null;
        return (
          <section key={layer} className="stack">
            <h3>{title}</h3>
            <ul className="stack">
              {found.map(({ council, notes, troubles }) => (
                <li key={council.name}>
                  <Link
                    href={`/settings/councils/${council.name}`}
                    className={`${css["item"]} stack box ink plain slim`}
                  >
                    <span className="row">
                      <strong>{council.name}</strong>
                      {council.name === byDefault && <Chip tone="gold">{say("default")}</Chip>}
                      <Chip>{titled(council.protocol)}</Chip>
                    </span>
                    <FaceRow seats={seatsOf(council.members, endpoints)} />
                    <span className="muted small measure">
                      <Coded text={council.title} />
                    </span>
                    {[...notes, ...troubles].map((line) => (
                      <span key={line} className="muted small measure">
                        <Coded text={line} />
                      </span>
                    ))}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
