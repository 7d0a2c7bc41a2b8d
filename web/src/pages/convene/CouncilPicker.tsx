// Who is asked? A council from the shelf, or models of one's own choosing.
import { Link } from "wouter";
import { Chip } from "@/controls/Card";
import { Choice } from "@/controls/Switches";
import { Coded } from "@/councils/Coded";
import { FaceRow } from "@/councils/FaceRow";
import { MemberPicker } from "@/councils/MemberPicker";
import { isScripted, lineOf, seatsOf } from "@/councils/roster";
import { listed } from "@/councils/words";
import type { CouncilRow, EndpointFull } from "@/wire/types";
import type { Draft } from "./draft";
import type { Sitting } from "./sitting";
import css from "./convene.module.css";

interface Given {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  councils: readonly CouncilRow[];
  byDefault: string;
  why: string;
  endpoints: readonly EndpointFull[];
  sitting: Sitting;
}

export function CouncilPicker({ draft, change, councils, byDefault, why, endpoints, sitting }: Given) {
  const chosen = draft.council === "" ? byDefault : draft.council;
  const picks = draft.members !== null;
  const start = (): string[] =>
    (councils.find((row) => row.council.name === chosen)?.council.members ?? [])
      .map(lineOf)
      .map((line) => `${line.model}:${String(line.count)}`);
  return (
    <section className={css["part"]} aria-labelledby="who">
      <div className={css["partHead"]}>
        <h2 id="who">Who sits</h2>
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
          {councils.map(({ council, layer }) => {
            const seats = seatsOf(council.members, endpoints);
            const scripted = isScripted(seats);
            const lacking = seats.filter((seat) => seat.lacks !== "").length;
            return (
              <label key={council.name} className={css["card"]}>
                <input
                  type="radio"
                  name="council"
                  value={council.name}
                  checked={council.name === chosen}
                  onChange={() => {
                    change({ council: council.name });
                  }}
                />
                <span className={css["cardHead"]}>
                  <strong>{council.name}</strong>
                  {council.name === byDefault && <Chip tone="gold">sits by default</Chip>}
                  {layer !== "packaged" && <Chip>{layer === "user" ? "yours" : layer}</Chip>}
                </span>
                <FaceRow seats={seats} />
                <span className={css["says"]}>
                  {scripted ? "Scripted voices, not a language model: nothing leaves this machine." : council.title}
                </span>
                {lacking > 0 && (
                  <span className={css["says"]}>
                    {String(lacking)} of {String(seats.length)} need a key
                  </span>
                )}
              </label>
            );
          })}
        </div>
      )}
      {!picks && chosen === byDefault && why !== "" && (
        <p className={css["why"]}>
          <Coded text={why} />
        </p>
      )}
      <Lacking sitting={sitting} endpoints={endpoints} />
      {sitting.faults["council"] !== undefined && (
        <p role="alert" tabIndex={-1} className={css["fault"]}>
          {sitting.faults["council"]}
        </p>
      )}
    </section>
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
