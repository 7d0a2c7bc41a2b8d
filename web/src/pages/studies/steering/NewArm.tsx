// What is another arm of a study to differ in? A fork of an arm with something changed, or another council on the same questions.
import { useState } from "react";
import { Bone, Failed } from "@/controls/Card";
import { Confirm } from "@/controls/Confirm";
import { TextField } from "@/controls/Field";
import { Choice } from "@/controls/Switches";
import { faultsIn, fieldsOf } from "@/councils/options";
import { typedAs } from "@/councils/money";
import { nameFault } from "./naming";
import { useCouncils, useProtocols } from "@/hooks/queries";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { StudyRow } from "../asked";
import { useArmPrice, useArmsToFork, type ArmBody, type Forkable } from "./adding";
import { AnotherCouncil, Changed, UNCHANGED, type Chosen } from "./ArmFields";
import { ArmPrice, budgetOf } from "./ArmPrice";
import { ForkedFrom } from "./ForkedFrom";

interface Given {
  study: StudyRow;
  onConfirm: (body: Partial<ArmBody>) => Promise<void>;
  onClose: () => void;
}

type Way = "fork" | "council";

export function NewArm({ study, onConfirm, onClose }: Given) {
  const asked = useArmsToFork(study.id);
  const protocols = useProtocols().data?.protocols ?? [];
  const [way, go] = useState<Way>("fork");
  const [forked, fork] = useState({ of: "", stage: "" });
  const [chosen, set] = useState<Chosen>(UNCHANGED);
  const [name, call] = useState("");
  const [amount, type] = useState(study.budget === null ? "" : typedAs(study.budget));
  const arm = armOf(asked.data ?? [], forked.of);
  const stage = forked.stage === "" ? (arm?.stage ?? "") : forked.stage;
  const kept = useCouncils().data?.councils.find(({ council }) => council.name === chosen.council)?.council;
  // A council deliberates as it was kept, unless somebody says otherwise here.
  const own = way === "fork" ? undefined : kept?.protocol;
  const held = way === "fork" || chosen.protocol === "" ? (own ?? arm?.protocol ?? "") : chosen.protocol;
  const protocol = protocols.find((row) => row.protocol === held);
  const fields = protocol === undefined ? [] : fieldsOf(protocol);
  const faults = faultsIn(fields, chosen.options);
  const misnamed = nameFault(name);
  const marked = misnamed !== "" || Object.keys(faults).length > 0;
  const lacks = marked ? say("Mend what is marked first.") : lackOf(way, arm, chosen);
  const { budget, wrong } = budgetOf(study, amount);
  const made =
    way === "fork" ? forkOf(arm, stage, chosen) : councilOf(own === undefined ? held : chosen.protocol, chosen);
  const body = lacks !== "" ? null : { ...made, name: name.trim(), ...(budget === null ? {} : { budget }) };
  const price = useArmPrice(study.id, body);
  const change = (changed: Partial<Chosen>): void => {
    set({ ...chosen, ...changed });
  };
  return (
    <Confirm
      title={say("Add an arm")}
      does={say("Add it and ask")}
      danger={false}
      ready={body !== null && price.row !== undefined && price.row.lacking === "" && !wrong}
      onConfirm={() => (body === null ? undefined : onConfirm(body))}
      onClose={onClose}
    >
      <div className="stack">
        {asked.error !== null ? (
          <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
        ) : asked.data === undefined ? (
          <Bone height="220px" />
        ) : (
          <>
            <Choice
              label={say("What it is made of")}
              value={way}
              choices={[
                { value: "fork", title: say("A fork of an arm") },
                { value: "council", title: say("Another council") },
              ]}
              help={
                way === "fork"
                  ? say("The same sessions from a stage on, with something changed: what differs is that, or chance.")
                  : say("The same questions, put to somebody else from the beginning.")
              }
              onChoose={(next) => {
                go(next);
                set(UNCHANGED);
              }}
            />
            {way === "fork" ? (
              <>
                <ForkedFrom arms={asked.data} arm={arm} stage={stage} onChoose={fork} />
                {arm !== undefined && <Changed {...{ arm, protocol, fields, faults, chosen }} onChange={change} />}
              </>
            ) : (
              <AnotherCouncil kept={kept} {...{ protocols, protocol, fields, faults, chosen }} onChange={change} />
            )}
            <TextField
              label={say("Name of the arm")}
              value={name}
              placeholder={price.row?.arm ?? ""}
              error={misnamed}
              help={say("Figures and tables call it that. Without a name it is called after what it does.")}
              onText={call}
            />
          </>
        )}
        <ArmPrice study={study} price={price} lacks={lacks} amount={amount} onAmount={type} />
      </div>
    </Confirm>
  );
}

/** The arm that was chosen, or the first. */
const armOf = (arms: readonly Forkable[], name: string): Forkable | undefined =>
  arms.find(({ arm }) => arm === name) ?? arms[0];

/** What is still missing before a price can be told; empty where nothing is. */
function lackOf(way: Way, arm: Forkable | undefined, chosen: Chosen): string {
  if (way === "council")
    return chosen.council === "" && chosen.members.length === 0
      ? say("Choose a council or models; the price then appears.")
      : "";
  const { judges, chair, rubric, options } = chosen;
  const changes = judges.length > 0 || chair !== "" || rubric !== "" || Object.keys(options).length > 0;
  if (arm === undefined) return say("The price appears once the form is filled in.");
  return changes ? "" : say("Choose what to change; the price then appears.");
}

const forkOf = (arm: Forkable | undefined, stage: string, chosen: Chosen): Partial<ArmBody> => ({
  of: arm?.arm ?? "",
  stage,
  adjudicators: [...chosen.judges],
  chair: chosen.chair,
  rubric: chosen.rubric,
  options: { ...chosen.options },
});

const councilOf = (protocol: string, chosen: Chosen): Partial<ArmBody> => ({
  council: chosen.members.length > 0 ? "" : chosen.council,
  members: [...chosen.members],
  protocol,
  chair: chosen.chair,
  rubric: chosen.rubric,
  offices: Object.fromEntries(
    Object.entries(chosen.offices).flatMap(([office, models]) => (models.length > 0 ? [[office, [...models]]] : [])),
  ),
  options: { ...chosen.options },
});
