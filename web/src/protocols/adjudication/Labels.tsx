// What were the replies labelled with? Chips; opened, each label's replies with the adjudicator's reason.
import { useState } from "react";
import { Face } from "@/faces/Face";
import { say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import { titled } from "@/views/verdict/outcome";
import css from "@/views/verdict/verdict.module.css";
import ours from "./verdict.module.css";

interface Given {
  seat: string;
  reason: string;
  finding: string;
  unsure: boolean;
}

export function Labels({ labels, looks }: { labels: FindingOf<"labels">; looks: Looks }) {
  const [opened, open] = useState<string | null>(null);
  const stand = grouped(labels, "labels");
  const cleared = grouped(labels, "cleared");
  const unread = labels.replies.filter((reply) => !reply.read);
  const examples = opened === null ? undefined : (stand.get(opened) ?? cleared.get(opened.replace(/^-/, "")));
  return (
    <div className={ours["labels"]}>
      <div className={ours["chips"]}>
        {[...stand].map(([label, given]) => (
          <LabelChip key={label} id={label} label={label} count={given.length} opened={opened} open={open} />
        ))}
        {[...cleared].map(([label, given]) => (
          <LabelChip
            key={`-${label}`}
            id={`-${label}`}
            label={label}
            count={given.length}
            opened={opened}
            open={open}
            taken
          />
        ))}
        {stand.size + cleared.size === 0 && <p className={css["quiet"]}>{say("No reply carries a label.")}</p>}
      </div>
      {examples !== undefined && (
        <ul className={ours["examples"]}>
          {examples.map((each, at) => (
            <li key={String(at)}>
              <Face look={lookOf(looks, each.seat)} size={20} />
              <span>
                <b>{lookOf(looks, each.seat).name}</b> {each.finding !== "" && <q lang="">{each.finding}</q>}{" "}
                <span lang="">{each.reason}</span>{" "}
                {each.unsure && say("(Not counted: whether it stands hangs on a ballot nobody could read.)")}
              </span>
            </li>
          ))}
        </ul>
      )}
      {unread.map((reply) => (
        <p key={reply.seat} className={css["quiet"]}>
          {say("Labels of {name} could not be read.", { name: lookOf(looks, reply.seat).name })}
        </p>
      ))}
    </div>
  );
}

function LabelChip(given: {
  id: string;
  label: string;
  count: number;
  opened: string | null;
  open: (id: string | null) => void;
  taken?: boolean;
}) {
  const { id, label, count, opened, open, taken = false } = given;
  return (
    <button
      type="button"
      className={ours["label"]}
      aria-expanded={opened === id}
      data-taken={taken}
      onClick={() => {
        open(opened === id ? null : id);
      }}
    >
      {taken ? <s>{titled(label)}</s> : titled(label)} <b>{count}</b>
      {taken && <span className="unseen"> {say("taken back")}</span>}
    </button>
  );
}

function grouped(labels: FindingOf<"labels">, which: "labels" | "cleared"): Map<string, Given[]> {
  const groups = new Map<string, Given[]>();
  for (const reply of labels.replies)
    for (const { label: given, reason, finding, unsure = false } of reply[which]) {
      const label = given === "" ? say("label unread") : given;
      groups.set(label, [...(groups.get(label) ?? []), { seat: reply.seat, reason, finding, unsure }]);
    }
  return groups;
}
