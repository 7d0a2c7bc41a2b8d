// What is one rubric? To read, and to write as text with a check on the fly.
import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Confirm } from "@/controls/Confirm";
import { TextField } from "@/controls/Field";
import { Tabs } from "@/controls/Tabs";
import { toast } from "@/controls/toasts";
import { titled } from "@/councils/words";
import { freely } from "@/hooks/leaving";
import type { RubricRow } from "@/wire/types";
import { freeName, nameFault } from "../councils/keeping";
import { useGuard } from "../guard";
import { SavedNote, useSaving } from "../saving";
import { SectionHead } from "../Section";
import { ShelfActions } from "../ShelfActions";
import { dropRubric, keepRubric, useChecked } from "./checks";
import { RubricRead } from "./RubricRead";
import { RubricText } from "./RubricText";
import { useSettled } from "@/councils/settled";
import { say } from "@/language/say";
import css from "../settings.module.css";

type Part = "read" | "write";

/** `copyOf` is the name of the rubric this begins as a copy of; null for one that is kept. */
export function RubricPage({
  row,
  copyOf,
  taken,
}: {
  row: RubricRow;
  copyOf: string | null;
  taken: readonly string[];
}) {
  const { rubric, layer } = row;
  const copy = copyOf !== null;
  const [part, show] = useState<Part>(copy ? "write" : "read");
  const [text, write] = useState(row.text);
  const [name, call] = useState(copy ? freeName(rubric.name, taken) : rubric.name);
  const [asks, ask] = useState(false);
  const { saving, save, rest } = useSaving();
  const [, go] = useLocation();
  const checked = useChecked(useSettled(text, 350));
  const dirty = text !== row.text && saving.at !== "saved";
  const guard = useGuard(dirty || (copy && saving.at !== "saved" && text !== row.text));
  const misnamed = copy ? nameFault(name, taken) : "";
  const keep = async (): Promise<void> => {
    if (misnamed !== "" || !(await save(() => keepRubric(name, text)))) return;
    if (copy) {
      toast(say("The rubric {name} is kept.", { name }));
      freely(() => {
        go(`/settings/rubrics/${name}`);
      });
    }
  };
  const shown = checked.data?.rubric ?? rubric;
  const broken =
    (checked.data?.error ?? "") !== "" ? say("What is written cannot be followed yet: see the check.") : "";
  const wants = misnamed || broken || (!copy && !dirty ? say("Nothing is changed yet.") : "");
  return (
    <>
      <SectionHead
        title={copy ? say("A copy of {rubric}", { rubric: titled(rubric.name) }) : titled(rubric.name)}
        back={{ href: "/settings/rubrics", title: say("Rubrics") }}
        does={
          !copy && (
            <ShelfActions
              duplicate={`/settings/rubrics/-new?like=${rubric.name}`}
              own={layer === "user"}
              remove={() => {
                ask(true);
              }}
            />
          )
        }
      >
        <span className="row">
          <Coded text={shown.title} />
          {layer === "packaged" && !copy && <Chip>{say("built in: saving keeps your own version in its place")}</Chip>}
        </span>
      </SectionHead>
      {copy && (
        <div className="tiles at-start">
          <TextField label={say("Name")} value={name} onText={call} error={misnamed} />
        </div>
      )}
      <Tabs<Part>
        name={say("The rubric")}
        value={part}
        onChoose={show}
        tabs={[
          { value: "read", title: say("Read") },
          { value: "write", title: dirty ? `${say("Write")} ·` : say("Write") },
        ]}
      >
        {part === "read" && <RubricRead rubric={shown} />}
        {part === "write" && (
          <RubricText
            text={text}
            checked={checked.data}
            problem={checked.error}
            onText={(next) => {
              rest();
              write(next);
            }}
          />
        )}
      </Tabs>
      {(part === "write" || dirty || copy) && (
        <div className={`${css["bar"]} row topped`}>
          <Button
            kind="primary"
            disabled={saving.at === "saving"}
            onClick={() => {
              if (wants === "") void keep();
            }}
          >
            {copy ? say("Keep this rubric") : say("Save")}
          </Button>
          {wants !== "" && (
            <span className="muted small measure" role="status">
              {wants}
            </span>
          )}
          {dirty && saving.at === "rest" && <span className="muted small measure">{say("Not saved yet")}</span>}
          <SavedNote saving={saving} />
        </div>
      )}
      {guard}
      {asks && (
        <Confirm
          title={say("Delete the rubric “{name}”?", { name: rubric.name })}
          does={say("Delete {name}", { name: rubric.name })}
          onClose={() => {
            ask(false);
          }}
          onConfirm={async () => {
            if (!(await save(() => dropRubric(rubric.name)))) return;
            toast(say("The rubric {name} is deleted.", { name: rubric.name }));
            freely(() => {
              go("/settings/rubrics");
            });
          }}
        >
          {say("Sessions it judged keep its text. If Moot has a built-in rubric of this name, that one shows again.")}
        </Confirm>
      )}
    </>
  );
}
