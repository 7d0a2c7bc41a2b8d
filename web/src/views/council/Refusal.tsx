// The server said no: what happened, and what to do.
import { Coded } from "@/controls/Coded";
import type { Problem } from "@/wire/types";
import css from "./council.module.css";

export function Refusal({ problem }: { problem: Problem | null }) {
  if (problem === null) return null;
  return (
    <p role="alert" className={css["refusal"]}>
      <Coded text={`${problem.message} ${problem.remedy}`} />
    </p>
  );
}
