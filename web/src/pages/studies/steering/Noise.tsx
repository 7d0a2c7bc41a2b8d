// How much differs when nothing is changed? Every session forked several times, priced before it is asked.
import { useState } from "react";
import { Bone, Failed } from "@/controls/Card";
import { Confirm } from "@/controls/Confirm";
import { TextField } from "@/controls/Field";
import { typedAs } from "@/councils/money";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { StudyRow } from "../asked";
import { useArmPrice, useArmsToFork, type ArmBody, type Forkable } from "./adding";
import { ArmPrice, budgetOf } from "./ArmPrice";
import { ForkedFrom } from "./ForkedFrom";
import css from "./steering.module.css";

const FORKS = "5";
const FEWEST = 2;
const MOST = 100;

interface Given {
  study: StudyRow;
  onConfirm: (body: Partial<ArmBody>) => Promise<void>;
  onClose: () => void;
}

export function Noise({ study, onConfirm, onClose }: Given) {
  const asked = useArmsToFork(study.id);
  const [chosen, choose] = useState({ of: "", stage: "" });
  const [forks, count] = useState(FORKS);
  const [amount, type] = useState(study.budget === null ? "" : typedAs(study.budget));
  const arm = armOf(asked.data ?? [], chosen.of);
  const many = /^\s*\d{1,3}\s*$/.test(forks) ? Number(forks) : 0;
  const wrong = many < FEWEST || many > MOST;
  const { budget, wrong: wrongBudget } = budgetOf(study, amount);
  const stage = chosen.stage === "" ? (arm?.stage ?? "") : chosen.stage;
  const body: Partial<ArmBody> | null =
    arm === undefined || wrong ? null : { of: arm.arm, stage, forks: many, ...(budget === null ? {} : { budget }) };
  const price = useArmPrice(study.id, body);
  return (
    <Confirm
      title={say("Measure noise?")}
      does={say("Measure noise")}
      danger={false}
      ready={body !== null && price.row !== undefined && price.row.lacking === "" && !wrongBudget}
      onConfirm={() => (body === null ? undefined : onConfirm(body))}
      onClose={onClose}
    >
      <div className={css["fields"]}>
        <p>
          {say(
            "Each session is forked several times and nothing is changed: what comes out differently is noise, and differences between arms are then told as beyond it or not. Everything before the stage is kept and costs nothing.",
          )}
        </p>
        {asked.error !== null ? (
          <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
        ) : asked.data === undefined ? (
          <Bone height="120px" />
        ) : (
          <ForkedFrom arms={asked.data} arm={arm} stage={stage} onChoose={choose} />
        )}
        <TextField
          label={say("Forks of each session")}
          inputMode="numeric"
          value={forks}
          error={wrong ? say("A whole number from 2 to 100 is needed here.") : ""}
          help={say("Where questions were repeated, each repeat is forked so often.")}
          onText={count}
        />
        <ArmPrice
          study={study}
          price={price}
          lacks={body === null ? say("Its price is told once the form is filled in.") : ""}
          amount={amount}
          onAmount={type}
        />
      </div>
    </Confirm>
  );
}

/** The arm that was chosen, or the first. */
export const armOf = (arms: readonly Forkable[], name: string): Forkable | undefined =>
  arms.find(({ arm }) => arm === name) ?? arms[0];
