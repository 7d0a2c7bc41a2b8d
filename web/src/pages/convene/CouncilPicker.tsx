// Who is asked? A council by name, or models of one's own choosing.
import { Link } from "wouter";
import { Choice } from "@/controls/Switches";
import { Coded } from "@/controls/Coded";
import { MemberPicker } from "@/councils/MemberPicker";
import { isScripted, lineOf, seatsOf } from "@/councils/roster";
import { listed } from "@/councils/words";
import { say, Say } from "@/language/say";
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
  // The default stands first, then those of real models that can be asked, then those that want a key, then demo voices.
  const rank = (row: CouncilRow): number => {
    const seats = seatsOf(row.seated.members, endpoints);
    return isScripted(seats) ? 2 : seats.some((seat) => seat.lacks !== "") ? 1 : 0;
  };
  const others = councils
    .filter((row) => row.council.name !== byDefault.council.name)
    .sort((one, other) => rank(one) - rank(other));
  return (
    <section className={`${css["part"]} stack pad-top`} aria-labelledby="who">
      <div className="row spread touch">
        <h2 id="who" tabIndex={-1}>
          {say("Who is asked")}
        </h2>
        <Choice
          label={say("How members are chosen")}
          unseen
          value={picks ? "members" : "council"}
          choices={[
            { value: "council", title: say("A council") },
            { value: "members", title: say("Choose members") },
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
        <div role="radiogroup" aria-label={say("Councils")} className="tiles">
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
        <p className="muted small">
          <Coded text={why} />{" "}
          {byDefault.council.name === "" && (
            <Link href="/settings/councils/-new?like=">{say("Keep it as a council of your own")}</Link>
          )}
        </p>
      )}
      {!picks && <Told sitting={sitting} />}
      {sitting.faults["council"] !== undefined && (
        <p role="alert" tabIndex={-1} className="bad">
          {sitting.faults["council"]}
        </p>
      )}
    </section>
  );
}

/** Who stands in for whom, and who is gone: what the services' own lists say of the council that is chosen. */
function Told({ sitting }: { sitting: Sitting }) {
  const gone = sitting.troubles.filter((each) => !each.includes(": no key ("));
  if (sitting.notes.length === 0 && gone.length === 0) return null;
  return (
    <ul className="small wrap above indent" role="status">
      {sitting.notes.map((note) => (
        <li key={note}>
          <Coded text={note} />
        </li>
      ))}
      {gone.map((trouble) => (
        <li key={trouble}>
          <strong>{trouble}</strong>{" "}
          {sitting.council?.name !== "" && (
            <Link href={`/settings/councils/${sitting.council?.name ?? ""}`}>{say("Edit this council")}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Wanting {
  sitting: Sitting;
  endpoints: readonly EndpointFull[];
  /** What is still wanted before anybody can be asked; empty when nothing is. */
  wants: string;
  onChoose: () => void;
}

/** What keeps the question from being asked: who cannot be asked and why, and what is still to be chosen. */
export function Lacking({ wants, onChoose, ...rest }: Wanting) {
  return (
    <>
      <Unasked {...rest} />
      {wants !== "" && (
        <p role="status" className="warning">
          {wants}{" "}
          <button type="button" className="link" onClick={onChoose}>
            {say("Choose who is asked")}
          </button>
        </p>
      )}
    </>
  );
}

/** Who of those chosen cannot be asked, why, and where that is mended. */
function Unasked({ sitting, endpoints }: Pick<Wanting, "sitting" | "endpoints">) {
  const { seats, able, left } = sitting;
  const names = [...new Set(seats.map((seat) => seat.lacks).filter(Boolean))];
  if (names.length === 0) return null;
  const titles = names.map((name) => endpoints.find((each) => each.endpoint === name)?.title ?? name);
  return (
    <p className="warning" role="status">
      {able >= 2 ? (
        <strong>{say("{able, number} of {members, number} can be asked.", { able, members: seats.length })}</strong>
      ) : (
        <strong>
          {able === 0 ? say("No model here can be asked yet.") : say("Only one of them can be asked: two are needed.")}
        </strong>
      )}{" "}
      <Say
        text="A key is missing for {services}: <ways></ways>."
        values={{ services: listed(titles) }}
        tags={{
          ways: () =>
            names.map((name, at) => (
              <span key={name}>
                {at > 0 && ", "}
                <Link href={`/settings/endpoints/${name}`}>
                  {say("set up {service}", { service: titles[at] ?? name })}
                </Link>
              </span>
            )),
        }}
      />{" "}
      {left.length > 0 && (
        <span>
          {say("Until then the others are asked as plain models: without {lost} of this council.", {
            lost: listed(left),
          })}
        </span>
      )}
    </p>
  );
}
