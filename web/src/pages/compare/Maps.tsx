// Where do the answers of each session agree and differ, and what of that is not the same? Item by item, members by name.
import { Card, Chip, type Tone } from "@/controls/Card";
import { say } from "@/language/say";
import { listed } from "@/language/written";
import type { Schemas } from "@/wire/types";
import css from "./compare.module.css";

type Changes = Schemas["MapChanges"];
type Change = Changes["changes"][number];

const CHANGES: Record<Change["change"], readonly [string, Tone]> = {
  appeared: [say("new in the second"), "good"],
  vanished: [say("only in the first"), "mid"],
  holders: [say("held by others"), "gold"],
  heading: [say("under another heading"), "plain"],
};

export function Maps({ found }: { found: Changes | null }) {
  if (found === null) return null;
  return (
    <Card title={say("Where the answers agree and differ")}>
      {found.first && found.second ? (
        <Both found={found} />
      ) : (
        <p className={css["quiet"]}>
          {found.first
            ? say("Only the first session compared its members’ answers, so there is nothing to hold that against.")
            : found.second
              ? say("Only the second session compared its members’ answers, so there is nothing to hold that against.")
              : say("In neither session could the members’ answers be compared.")}
        </p>
      )}
    </Card>
  );
}

function Both({ found: { changes, same } }: { found: Changes }) {
  return (
    <>
      <p>
        {say(
          "{same, plural, =0 {No point is} one {One point is} other {# points are}} the same in both, held by the same members{changes, plural, =0 {, and there is no other} one {; one is not} other {; # are not}}.",
          { same, changes: changes.length },
        )}
      </p>
      {changes.length > 0 && (
        <ul className={css["maps"]} aria-label={say("Points that are not the same")}>
          {changes.map((each) => (
            <li key={`${each.change} ${each.before} ${each.after} ${each.text}`}>
              <p>
                <Chip tone={CHANGES[each.change][1]}>{CHANGES[each.change][0]}</Chip> <span lang="">{each.text}</span>
              </p>
              <small>{detailOf(each)}</small>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Its heading, who holds it, and who came and went. */
function detailOf({ change, before, after, holders, joined, left }: Change): string {
  const parts = [
    before === "" || after === "" || before === after
      ? after || before
      : say("{before} → {after}", { before: before, after: after }),
  ];
  const all = { members: listed(holders) };
  if (holders.length > 0)
    parts.push(change === "vanished" ? say("was held by {members}", all) : say("held by {members}", all));
  if (joined.length > 0) parts.push(say("new: {members}", { members: listed(joined) }));
  if (left.length > 0) parts.push(say("no longer: {members}", { members: listed(left) }));
  return parts.join(" · ");
}
