// How is a service added that Moot does not know? A name, an address, and its key.
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { focusFault, Select, TextField } from "@/controls/Field";
import { Toggle } from "@/controls/Switches";
import { freely } from "@/hooks/leaving";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import { useGuard } from "../guard";
import { SavedNote, useSaving } from "../saving";
import { SectionHead } from "../Section";
import { keepEndpoint, keepKey, WIRES, type EndpointBody } from "./endpoint";
import css from "../settings.module.css";

const SOMEWHERE = "http://127.0.0.1:8000/v1";
const BLANK = { name: "", title: "", url: "", wire: "openai", key: "", free: false };

export function NewEndpoint({ taken }: { taken: readonly string[] }) {
  const [typed, type] = useState(BLANK);
  const [shown, show] = useState(false);
  const { saving, save } = useSaving();
  const form = useRef<HTMLFormElement>(null);
  const [, go] = useLocation();
  const guard = useGuard(typed !== BLANK && saving.at !== "saved");
  const faults = shown ? faultsOf(typed, taken) : {};
  const field = (at: "name" | "title" | "url" | "key") => ({
    value: typed[at],
    error: faults[at],
    onText: (text: string) => {
      type({ ...typed, [at]: text });
    },
  });
  const add = async (): Promise<void> => {
    show(true);
    if (Object.keys(faultsOf(typed, taken)).length > 0) {
      requestAnimationFrame(() => {
        focusFault(form.current);
      });
      return;
    }
    const body: EndpointBody = { url: typed.url.trim(), wire: typed.wire };
    if (typed.title.trim() !== "") body.title = typed.title.trim();
    if (typed.free) body.free = true;
    const name = typed.name.trim();
    const done = await save(async () => {
      await keepEndpoint(name, body);
      if (typed.key.trim() !== "") await keepKey(name, typed.key.trim());
    });
    if (!done) return;
    toast(say("{title} is added. Try it here.", { title: typed.title || name }));
    freely(() => {
      go(`/settings/endpoints/${name}`);
    });
  };
  return (
    <>
      <SectionHead title={say("A new endpoint")} back={{ href: "/settings/endpoints", title: say("Endpoints") }}>
        {say("Any service that speaks one of these formats: a gateway, a server of your own, a model on this machine.")}
      </SectionHead>
      <form
        ref={form}
        className="stack loose"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <div className="tiles at-start">
          <TextField
            label={say("Name")}
            {...field("name")}
            help={say("The first part of its models’ ids: small letters, digits and -.")}
          />
          <TextField label={say("Title")} {...field("title")} placeholder={say("as the name")} />
          <TextField label={say("Address")} inputMode="url" {...field("url")} placeholder={SOMEWHERE} />
          <Select
            label={say("Format")}
            help={say("The format it speaks; most speak the first.")}
            value={typed.wire}
            onText={(wire) => {
              type({ ...typed, wire });
            }}
          >
            {WIRES.map((wire) => (
              <option key={wire}>{wire}</option>
            ))}
          </Select>
          <TextField
            label={say("Key")}
            type="password"
            autoComplete="new-password"
            {...field("key")}
            placeholder={say("if it needs one")}
          />
        </div>
        <Toggle
          label={say("It costs nothing")}
          help={say(
            "No call to it is ever charged, whatever its list says. Left off, a local address counts as free until its list or a bill tells a price; a gateway to paid services is not free.",
          )}
          on={typed.free}
          onSwitch={(free) => {
            type({ ...typed, free });
          }}
        />
        <div className={`${css["row"]} row`}>
          <Button type="submit" kind="primary" disabled={saving.at === "saving"}>
            {say("Add it")}
          </Button>
          <SavedNote saving={saving} />
        </div>
      </form>
      {guard}
    </>
  );
}

function faultsOf({ name, url }: typeof BLANK, taken: readonly string[]): Partial<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name.trim())) faults["name"] = say("Small letters, digits and - are needed.");
  else if (taken.includes(name.trim())) faults["name"] = say("There is one of this name already.");
  if (!/^https?:\/\/\S+$/.test(url.trim()))
    faults["url"] = say("An address is needed that begins with http:// or https://.");
  return faults;
}
