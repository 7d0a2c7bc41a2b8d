// What is an endpoint besides its key? Its fields; each is kept when it is left, with a note that it was.
import { useEffect, useRef, useState } from "react";
import { focusFault, Select, TextField } from "@/controls/Field";
import { Toggle } from "@/controls/Switches";
import { say } from "@/language/say";
import type { EndpointFull } from "@/wire/types";
import { SavedNote } from "../saving";
import { WIRES, type EndpointBody } from "./endpoint";
import { useKeeping } from "./keeping";
import css from "../settings.module.css";

type Texts = "title" | "url" | "concurrency" | "input" | "output" | "key_env";
type Typed = Partial<Record<Texts, string>>;

export function EndpointFields({ row }: { row: EndpointFull }) {
  const { saving, keep: send } = useKeeping(row);
  const [typed, type] = useState<Typed>({});
  const [fault, setFault] = useState<{ at: Texts; says: string } | null>(null);
  /** What was sent and is not answered yet. */
  const [asked, ask] = useState<Typed>({});
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fault !== null) focusFault(form.current);
  }, [fault]);
  const standing: Record<Texts, string> = {
    title: row.title,
    url: row.url,
    concurrency: row.concurrency?.toString() ?? "",
    input: row.input?.toString() ?? "",
    output: row.output?.toString() ?? "",
    key_env: row.key.variable,
  };
  /** Sends a change; of what was typed only goes what was sent, as long as nothing else was typed there since. */
  const keep = async (changed: EndpointBody, sent: Typed): Promise<void> => {
    const ats = Object.keys(sent) as Texts[];
    ask((now) => ({ ...now, ...sent }));
    const says = await send(changed);
    ask((now) => without(now, sent));
    const [at] = ats;
    if (says !== null && at !== undefined) setFault({ at, says });
    if (says !== null) return;
    setFault((now) => (now !== null && ats.includes(now.at) ? null : now));
    type((now) => without(now, sent));
  };
  const leave = (at: Texts): void => {
    const text = typed[at]?.trim();
    if (text === undefined || text === (asked[at] ?? standing[at])) return;
    const changed = changedBy(at, text, { ...standing, ...typed });
    if (typeof changed === "string") setFault({ at, says: changed });
    else if (changed !== null) {
      const both = "input" in changed;
      const sent: Typed = { [at]: text };
      if (both)
        for (const other of ["input", "output"] as const) sent[other] = (typed[other] ?? standing[other]).trim();
      void keep(changed, sent);
    }
  };
  const field = (at: Texts) => ({
    value: typed[at] ?? standing[at],
    error: fault?.at === at ? fault.says : undefined,
    onText: (text: string) => {
      setFault(null);
      type((now) => ({ ...now, [at]: text }));
    },
    onBlur: () => {
      leave(at);
    },
  });
  return (
    <div className={`${css["item"]} stack box ink plain slim`} ref={form}>
      <div className="row">
        <h3>{say("How it is spoken to")}</h3>
        {fault === null && <SavedNote saving={saving} />}
      </div>
      <div className="tiles at-start">
        <TextField label={say("Title")} {...field("title")} />
        <TextField
          label={say("Address")}
          inputMode="url"
          {...field("url")}
          help={say("Changing it forgets the stored key.")}
        />
        <Select
          label={say("Format")}
          help={say("The format it speaks.")}
          value={row.wire}
          onText={(wire) => void keep({ wire }, {})}
        >
          {[...new Set([...WIRES, row.wire])].map((wire) => (
            <option key={wire}>{wire}</option>
          ))}
        </Select>
        <TextField
          label={say("Variable of its key")}
          {...field("key_env")}
          help={say("In the environment of the server.")}
        />
        <TextField
          label={say("Calls at once")}
          inputMode="numeric"
          placeholder={say("Moot finds out")}
          {...field("concurrency")}
        />
      </div>
      <Toggle
        label={say("It is in the local network")}
        help={say("Without this, addresses inside your network are refused.")}
        on={row.private}
        onSwitch={(on) => void keep({ private: on }, {})}
      />
      <Toggle
        label={say("It costs nothing")}
        help={say(
          "No call to it is ever charged, whatever its list says. A local address counts as free until its list or a bill tells a price; without a price of your own it is then unknown.",
        )}
        on={row.free}
        onSwitch={(on) => void keep({ free: on, input: null, output: null }, {})}
      />
      {!row.free && (
        <div className="tiles at-start">
          <TextField
            label={say("Dollars a million tokens read")}
            inputMode="decimal"
            placeholder={say("as known")}
            {...field("input")}
          />
          <TextField
            label={say("Dollars a million tokens written")}
            inputMode="decimal"
            placeholder={say("as known")}
            {...field("output")}
          />
        </div>
      )}
    </div>
  );
}

/** What differs from what was sent. */
const without = (texts: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => text.trim() !== sent[name as Texts]));

/** What a field that was left changes; words when it cannot, null when it waits for another. */
function changedBy(at: Texts, text: string, all: Record<Texts, string>): EndpointBody | string | null {
  if (at === "title") return { title: text };
  if (at === "url") return text === "" ? say("An endpoint needs an address.") : { url: text };
  if (at === "key_env") return { key_env: text === "" ? null : [text] };
  if (at === "concurrency") {
    if (text === "") return { concurrency: null };
    const most = Number(text);
    return Number.isInteger(most) && most >= 1 && most <= 1024
      ? { concurrency: most }
      : say("A whole number up to 1,024.");
  }
  const other = all[at === "input" ? "output" : "input"].trim();
  if (text === "" && other === "") return { free: false, input: null, output: null };
  if (!isPrice(text)) return say("An amount in dollars is needed, such as 0.25.");
  if (!isPrice(other)) return null;
  const [input, output] = at === "input" ? [text, other] : [other, text];
  return { free: false, input: numberOf(input), output: numberOf(output) };
}

/** A comma may stand for the point. */
const numberOf = (text: string): number => Number(text.replace(",", "."));
const isPrice = (text: string): boolean => text !== "" && numberOf(text) >= 0 && numberOf(text) <= 10_000;
