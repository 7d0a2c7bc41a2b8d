// What did every member do in a debate, and what did it earn by it?
import { Award as Medal } from "lucide-react";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Everyone, Nothing, Table, Who } from "@/findings/parts";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import { awardTitle } from "./awardTitle";
import ours from "./findings.module.css";

export function Deeds({ finding }: { finding: FindingOf<"deeds"> }) {
  return (
    <Table
      says={say("What every member did")}
      head={[
        say("Member"),
        say("Marks given"),
        say("Marks received"),
        say("Far from the others'"),
        say("Rebuttal"),
        say("Part"),
      ]}
    >
      {finding.deeds.map((deed) => (
        <tr key={deed.seat}>
          <th scope="row">
            <Who seat={deed.seat} />
          </th>
          <td>{deed.given}</td>
          <td>{deed.received}</td>
          <td>
            {deed.marks === 0
              ? "–"
              : say("{contrary, number} of {marks, number}", { contrary: deed.contrary, marks: deed.marks })}
          </td>
          <td>{deed.rebutted ? (deed.comeback ? say("and rose by it") : say("without rising")) : "–"}</td>
          <td className="inline wraps">
            {deed.won && <Chip tone="gold">{say("led")}</Chip>}
            {deed.chaired && <Chip>{say("chaired")}</Chip>}
            {!deed.full && <Chip tone="mid">{say("left something out")}</Chip>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function Awards({ finding }: { finding: FindingOf<"awards"> }) {
  if (finding.awards.length === 0) return <Nothing>{say("No achievements this time.")}</Nothing>;
  return (
    <ul className={`${ours["awards"]} tiles`}>
      {finding.awards.map(({ name, seats, because }) => (
        <li key={`${name} ${seats.join()}`}>
          <Medal size={22} aria-hidden="true" />
          <div>
            <b>{awardTitle(name)}</b>
            <Everyone seats={seats} />
            <p className="muted small measure">
              <Coded text={because} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
