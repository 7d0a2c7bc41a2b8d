// What would be sent? The draft, the shelves and the protocol put together into one request, and what is amiss with it.
import {
  changedOnly,
  faultsIn,
  fieldsOf,
  watchedFields,
  withWatched,
  type OptionField,
  type OptionValues,
} from "@/councils/options";
import { readBudget } from "@/councils/money";
import { endpointOf, isScripted, lineOf, seatsOf, sittingLines, type Seated } from "@/councils/roster";
import { say } from "@/language/say";
import { BY_DEFAULT } from "@/protocols/table";
import type { Council, CouncilRow, EndpointFull, ProtocolRow, SessionBody } from "@/wire/types";
import type { Draft } from "./draft";

export interface Shelves {
  councils: readonly CouncilRow[];
  /** The one that sits when none is named; without a name when it is put together from what is set up. */
  sitting: CouncilRow;
  protocols: readonly ProtocolRow[];
  endpoints: readonly EndpointFull[];
}

export interface Sitting {
  /** As it would sit now; null while members are picked one by one. */
  council: Council | null;
  /** Who of it cannot be asked, and who sits instead of whom. */
  troubles: readonly string[];
  notes: readonly string[];
  seats: Seated[];
  /** Seats that can speak now. */
  able: number;
  scripted: boolean;
  protocol: ProtocolRow | null;
  fields: OptionField[];
  /** Options as the council has them. */
  base: OptionValues;
  options: OptionValues;
  /** The rubric that is named, by the draft or the council; empty for the one by default. */
  judged: string;
  /** What the council has and those who sit without the rest of it do not get; empty when it sits whole. */
  left: string[];
  /** What is wrong, by field. */
  faults: Record<string, string>;
  body: SessionBody;
}

/** The council as the draft has it. With `pictured`, the server picks models that can see for a default council. */
export function sittingOf(draft: Draft, shelves: Shelves, pictured = false): Sitting {
  const { endpoints } = shelves;
  const row = draft.members === null ? rowOf(draft, shelves) : null;
  const council = row?.seated ?? null;
  const seats = seatsOf(draft.members ?? council?.members ?? [], endpoints);
  const able = seats.filter((seat) => seat.lacks === "").length;

  const way = draft.protocol === "" ? (council?.protocol ?? BY_DEFAULT) : draft.protocol;
  const protocol = shelves.protocols.find((row) => row.protocol === way) ?? null;
  const fields = protocol === null ? [] : watchedFields(fieldsOf(protocol));
  const base = council?.protocol === way ? council.options : {};
  const options = changedOnly(fields, draft.options[way] ?? {}, base);

  const judged = draft.rubric || (council?.rubric ?? "");

  const faults = faultsIn(fields, options);
  const budget = readBudget(draft.budget);
  if (budget === "wrong")
    faults["budget"] = say("An amount is needed: dollars, such as 0.50 or $0.50, or cents, such as 50c.");
  return {
    ...{ council, troubles: row?.troubles ?? [], notes: row?.notes ?? [] },
    ...{ seats, able, protocol, fields, base, options, judged, faults },
    scripted: isScripted(seats),
    left: council !== null && able < seats.length && able >= 2 ? leftBehind(council, endpoints) : [],
    body: bodyOf(draft, {
      council,
      seats,
      able,
      endpoints,
      protocol,
      base,
      options: withWatched(fields, base, options),
      budget,
      pictured,
    }),
  };
}

/** The council that is chosen; one that is gone from the shelf gives way to the default. */
export function rowOf(draft: Draft, { councils, sitting }: Pick<Shelves, "councils" | "sitting">): CouncilRow {
  const found = councils.find((row) => row.council.name === draft.council);
  return draft.council === "" || found === undefined ? sitting : found;
}

/** What is still wanted before anybody can be asked, in words; empty when nothing is. */
export function wantsOf({ able, seats, protocol }: Sitting, { members }: Draft): string {
  const fewest = protocol?.fewest ?? 2;
  if (able >= fewest) return "";
  if (members !== null && members.length === 0)
    return say("Nobody is picked yet: at least {fewest, plural, =2 {two} other {#}} members are needed.", { fewest });
  if (seats.every((seat) => seat.lacks === ""))
    return say("At least {fewest, plural, =2 {two} other {#}} members are needed. Pick another, or raise a count.", {
      fewest,
    });
  const asks = [...new Set(seats.map((seat) => seat.lacks).filter(Boolean))];
  return say(
    "At least {fewest, plural, =2 {two} other {#}} members must be able to speak, and a key is missing for {services}. Set one up, or choose another council.",
    { fewest, services: asks.join(", ") },
  );
}

interface Parts {
  council: Council | null;
  seats: readonly Seated[];
  able: number;
  endpoints: readonly EndpointFull[];
  protocol: ProtocolRow | null;
  base: OptionValues;
  options: OptionValues;
  budget: number | null | "wrong";
  pictured: boolean;
}

function bodyOf(draft: Draft, parts: Parts): SessionBody {
  const { council, seats, able, endpoints, protocol, base, options, budget, pictured } = parts;
  const body: SessionBody = {
    question: draft.text.trim(),
    attachments: [],
    addresses: [],
    when: protocol?.stops_early === true ? draft.when : "auto",
    choices: [],
    tools: [],
    offices: {},
    options: { ...options },
  };
  if (draft.members !== null) body.members = [...draft.members];
  else if (council !== null && able < seats.length && able >= 2)
    Object.assign(body, remainderOf(council, endpoints), { options: { ...base, ...options } });
  else if (council !== null && council.name !== "") body.council = council.name;
  else if (council !== null && !pictured) Object.assign(body, wholeOf(council));
  if (protocol !== null && protocol.protocol !== (body.council === undefined ? "" : council?.protocol))
    body.protocol = protocol.protocol;
  if (protocol?.takes_rubric === true && draft.rubric !== "") body.rubric = draft.rubric;
  if (draft.chair.trim() !== "") body.chair = draft.chair.trim();
  if (draft.standIns.length > 0) body.stand_ins = [...draft.standIns];
  for (const office of protocol?.offices ?? []) {
    const holder = draft.offices[office]?.trim();
    if (holder) body.offices = { ...body.offices, [office]: holder };
  }
  if (draft.search !== null) body.search = draft.search;
  if (typeof budget === "number") body.budget = budget;
  if (draft.seed.trim() !== "") body.seed = draft.seed.trim();
  if (draft.system.trim() !== "") body.system = draft.system.trim();
  return body;
}

/** What a list of models cannot carry of a council, in words. */
function leftBehind(council: Council, endpoints: readonly EndpointFull[]): string[] {
  const lines = sittingLines(council, endpoints);
  const some = (has: (line: (typeof lines)[number]) => boolean, words: string): string[] =>
    lines.some(has) ? [words] : [];
  return [
    ...some((line) => line.persona !== null, say("personas")),
    ...some((line) => line.system !== "", say("what single members are told first")),
    ...some(
      ({ temperature, max_output, reasoning, ballot }) =>
        [temperature, max_output, reasoning, ballot].some((value) => value !== null),
      say("their settings"),
    ),
    ...(council.stand_ins.every(ableOf(endpoints)) ? [] : [say("stand-ins")]),
    ...(Object.keys(council.wording).length > 0 ? [say("its own wording")] : []),
  ];
}

/** A council without a name, as its members. */
const wholeOf = (council: Council): Partial<SessionBody> => ({
  members: council.members.map(lineOf).map(({ model, count }) => `${model}:${String(count)}`),
  ...(council.chair === null ? {} : { chair: council.chair }),
  ...(council.stand_ins.length === 0 ? {} : { stand_ins: council.stand_ins }),
});

/** Whether a model's service is set up. */
const ableOf = (endpoints: readonly EndpointFull[]): ((model: string) => boolean) => {
  const able = new Set(endpoints.filter((each) => each.configured).map((each) => each.endpoint));
  return (model) => able.has(endpointOf(lineOf(model).model));
};

/** A council without those who lack a key; what `leftBehind` names is not in it. */
function remainderOf(council: Council, endpoints: readonly EndpointFull[]): Partial<SessionBody> {
  const can = ableOf(endpoints);
  const rest: Partial<SessionBody> = {
    members: sittingLines(council, endpoints).map((line) => `${line.model}:${String(line.count)}`),
  };
  const offices = Object.entries(council.offices).filter(([, holder]) => [holder].flat().every(can));
  if (offices.length > 0) rest.offices = Object.fromEntries(offices);
  if (council.chair !== null && can(council.chair)) rest.chair = council.chair;
  const standIns = council.stand_ins.filter(can);
  if (standIns.length > 0) rest.stand_ins = standIns;
  if (council.rubric !== "") rest.rubric = council.rubric;
  if (council.system !== "") rest.system = council.system;
  return rest;
}
