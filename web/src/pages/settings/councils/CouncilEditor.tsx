// How is a council written? Its members in order, its offices, its way to deliberate; seen as faces while it changes.
import { useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Confirm } from "@/controls/Confirm";
import { Disclosure } from "@/controls/Disclosure";
import { focusFault, TextArea, TextField } from "@/controls/Field";
import { toast } from "@/controls/toasts";
import { FaceRow } from "@/councils/FaceRow";
import { ModelShelf } from "@/councils/MemberPicker";
import { freely } from "@/hooks/leaving";
import { seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { say } from "@/language/say";
import type { Council } from "@/wire/types";
import { useGuard } from "../guard";
import { SavedNote, useSaving } from "../saving";
import { SectionHead } from "../Section";
import { ShelfActions } from "../ShelfActions";
import { dropCouncil, editedFrom, freeName, freshLine, keepCouncil, nameFault, NEW } from "./keeping";
import { MemberRows } from "./MemberRows";
import { Ways } from "./Ways";
import css from "../settings.module.css";

interface Given {
  council: Council;
  /** Where it comes from; empty for one that is not kept yet. */
  layer: string;
  taken: readonly string[];
}

export function CouncilEditor({ council, layer, taken }: Given) {
  const made = layer === "";
  const begun = useMemo(() => editedFrom(council), [council]);
  const [edited, edit] = useState(begun);
  const [name, call] = useState(made && council.name !== "" ? freeName(council.name, taken) : council.name);
  const [asks, ask] = useState(false);
  const [adding, add] = useState(made && council.members.length === 0);
  const { saving, save, rest } = useSaving();
  const form = useRef<HTMLFormElement>(null);
  const [, go] = useLocation();
  const endpoints = useEndpoints().data ?? [];
  const dirty = edited !== begun && saving.at !== "saved";
  const guard = useGuard(dirty);
  const change = (changed: Partial<typeof edited>): void => {
    rest();
    edit((now) => ({ ...now, ...changed }));
  };
  const misnamed = made && name !== "" ? nameFault(name, taken) : "";
  const wants = name === "" ? say("It needs a name.") : edited.members.length === 0 ? say("It needs a member.") : "";
  const keep = async (): Promise<void> => {
    const done =
      name !== "" && misnamed === "" && edited.members.length > 0 && (await save(() => keepCouncil(name, edited)));
    if (!done) focusFault(form.current);
    else if (made || layer !== "user") {
      toast(say("The council {name} is kept.", { name }));
      freely(() => {
        go(`/settings/councils/${name}`);
      });
    }
  };
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <SectionHead
          title={made ? say("A new council") : council.name}
          back={{ href: "/settings/councils", title: say("Councils") }}
          does={
            !made && (
              <ShelfActions
                duplicate={`/settings/councils/${NEW}?like=${council.name}`}
                own={layer === "user"}
                remove={() => {
                  ask(true);
                }}
              />
            )
          }
        >
          <span className="row">
            <FaceRow seats={seatsOf(edited.members, endpoints)} size={34} most={16} />
            {layer === "packaged" && <Chip>{say("built in: saving keeps your own version in its place")}</Chip>}
            {layer === "project" && (
              <Chip>
                {say("from the project’s moot.toml: saving keeps a version of yours, which stands behind it")}
              </Chip>
            )}
          </span>
        </SectionHead>
        <div className="stack loose">
          <div className="tiles at-start">
            {made && (
              <TextField
                label={say("Name")}
                value={name}
                onText={call}
                error={misnamed || (saving.at === "refused" && name === "" ? say("A name is needed.") : undefined)}
                help={say("What it is called in commands and addresses.")}
              />
            )}
            <TextField
              label={say("What it is for")}
              value={edited.title}
              maxLength={200}
              onText={(title) => {
                change({ title });
              }}
            />
          </div>
          <section className="stack">
            <div className="row">
              <h3>{say("Members")}</h3>
              <span className="muted small measure">
                {say("{count, plural, one {# seat} other {# seats}}", { count: seatsOf(edited.members, []).length })}
              </span>
            </div>
            <MemberRows
              members={edited.members}
              personas={Object.keys(edited.personas)}
              onChange={(members) => {
                change({ members });
              }}
            />
            <Disclosure title={say("Add a member")} open={adding} onOpen={add}>
              {adding && (
                <ModelShelf
                  taken={new Set(edited.members.map((line) => line.model))}
                  onTake={(model) => {
                    change({ members: [...edited.members, freshLine(`${model}:1`)] });
                  }}
                />
              )}
            </Disclosure>
          </section>
          <Ways edited={edited} onChange={change} refusal={saving.at === "refused" ? saving.problem.message : ""} />
          <TextArea
            label={say("What everybody is told first")}
            rows={2}
            value={edited.system}
            onText={(system) => {
              change({ system });
            }}
          />
          <Kept edited={edited} />
          <div className={`${css["bar"]} row topped`}>
            <Button type="submit" kind="primary" disabled={saving.at === "saving"}>
              {made ? say("Keep this council") : say("Save")}
            </Button>
            {dirty && saving.at === "rest" && <span className="muted small measure">{say("Not saved yet")}</span>}
            {wants !== "" && (
              <span className="muted small measure" role="status">
                {wants}
              </span>
            )}
            <SavedNote saving={saving} />
          </div>
        </div>
      </form>
      {guard}
      {asks && (
        <Confirm
          title={say("Delete the council “{name}”?", { name: council.name })}
          does={say("Delete {name}", { name: council.name })}
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            if (!(await save(() => dropCouncil(council.name)))) return;
            toast(say("The council {name} is deleted.", { name: council.name }));
            freely(() => {
              go("/settings/councils");
            });
          }}
        >
          {say("Sessions it held are kept. If Moot has a built-in council of this name, that one shows again.")}
        </Confirm>
      )}
    </>
  );
}

/** What a council may hold that is written in its file and kept as it is. */
function Kept({ edited }: { edited: { wording: object; personas: object } }) {
  const [words, personas] = [Object.keys(edited.wording), Object.keys(edited.personas)];
  if (words.length + personas.length === 0) return null;
  return (
    <p className="muted small measure">
      {[
        ...(words.length > 0
          ? [
              say("It replaces {count, plural, one {# prompt} other {# prompts}} ({names}).", {
                count: words.length,
                names: words.join(", "),
              }),
            ]
          : []),
        ...(personas.length > 0
          ? [
              say("It has {count, plural, one {# persona} other {# personas}} of its own ({names}).", {
                count: personas.length,
                names: personas.join(", "),
              }),
            ]
          : []),
        say("That is written in its file and kept as it is."),
      ].join(" ")}
    </p>
  );
}
