// Who is asked? A council from the shelf, or models of one's own choosing.
import { Link } from "wouter";
import { Choice } from "@/controls/Switches";
import { Coded } from "@/councils/Coded";
import { MemberPicker } from "@/councils/MemberPicker";
import { lineOf } from "@/councils/roster";
import { listed } from "@/councils/words";
import type { CouncilRow, EndpointFull } from "@/wire/types";
import { CouncilCard } from "./CouncilCard";
import type { Draft } from "./draft";
import { rowOf, type Sitting } from "./sitting";
import css from "./convene.module.css";

interface Given {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  councils: readonly CouncilRow[];
  byDefault: CouncilRow;
  why: string;
  endpoints: readonly EndpointFull[];
  sitting: Sitting;
}

export function CouncilPicker({ draft, change, councils, byDefault, why, endpoints, sitting }: Given) {
  const chosen = rowOf(draft, { councils, sitting: byDefault });
  const picks = draft.members !== null;
  const start = (): string[] => chosen.seated.members.map(lineOf).map((line) => `${line.model}:${String(line.count)}`);
  // The one that sits by default stands first, whether or not it has a name.
  const others = councils.filter((row) => row.council.name !== byDefault.council.name);
  return (
    <section className={css["part"]} aria-labelledby="who">
      <div className={css["partHead"]}>
        <h2 id="who" tabIndex={-1}>
          Who sits
        </h2>
        <Choice
          label="How members are chosen"
          unseen
          value={picks ? "members" : "council"}
          choices={[
            { value: "council", title: "A council" },
            { value: "members", title: "Choose members" },
          ]}
          onChoose={(value) => {
            change({ members: value === "members" ? start() : null });
          }}
        />
      </div>
      {picks ? (
        <MemberPicker
          members={draft.members ?? []}
          onPick={(members) => {
            change({ members });
          }}
        />
      ) : (
        <div role="radiogroup" aria-label="Councils" className={css["cards"]}>
          {[byDefault, ...others].map((row) => (
            <CouncilCard
              key={row.council.name}
              row={row}
              endpoints={endpoints}
              first={row === byDefault}
              checked={row.council.name === chosen.council.name}
              onChoose={() => {
                change({ council: row === byDefault ? "" : row.council.name });
              }}
            />
          ))}
        </div>
      )}
      {!picks && chosen === byDefault && why !== "" && (
        <p className={css["why"]}>
          <Coded text={why} />{" "}
          {byDefault.council.name === "" && (
            <Link href="/settings/councils/-new?like=">Keep it as a council of your own</Link>
          )}
        </p>
      )}
      {!picks && <Told sitting={sitting} />}
      <Lacking sitting={sitting} endpoints={endpoints} />
      {sitting.faults["council"] !== undefined && (
        <p role="alert" tabIndex={-1} className={css["fault"]}>
          {sitting.faults["council"]}
        </p>
      )}
    </section>
  );
}

/** Who sits instead of whom, and who is gone: what the services' own lists say of the council that is chosen. */
function Told({ sitting }: { sitting: Sitting }) {
  const gone = sitting.troubles.filter((each) => !each.includes(": no key ("));
  if (sitting.notes.length === 0 && gone.length === 0) return null;
  return (
    <ul className={css["told"]} role="status">
      {sitting.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {gone.map((trouble) => (
        <li key={trouble}>
          <strong>{trouble}</strong>{" "}
          {sitting.council?.name !== "" && (
            <Link href={`/settings/councils/${sitting.council?.name ?? ""}`}>Mend this council</Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Who of those chosen cannot sit, why, and where that is mended. */
function Lacking({ sitting, endpoints }: { sitting: Sitting; endpoints: readonly EndpointFull[] }) {
  const { seats, able, left } = sitting;
  const names = [...new Set(seats.map((seat) => seat.lacks).filter(Boolean))];
  if (names.length === 0) return null;
  const titles = names.map((name) => endpoints.find((each) => each.endpoint === name)?.title ?? name);
  return (
    <p className={css["lacking"]} role="status">
      {able >= 2 ? (
        <strong>
          {String(able)} of {String(seats.length)} will sit.{" "}
        </strong>
      ) : (
        <strong>{able === 0 ? "Nobody here can sit yet. " : "Only one of them can sit: two are needed. "}</strong>
      )}
      The others need a key for {listed(titles)}:{" "}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && ", "}
          <Link href={`/settings/endpoints/${name}`}>set up {titles[at]}</Link>
        </span>
      ))}
      .
      {left.length > 0 && (
        <span> Until then those who sit are asked as plain models: without {listed(left)} of this council.</span>
      )}
    </p>
  );
}
