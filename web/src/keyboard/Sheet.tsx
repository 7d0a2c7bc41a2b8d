// Which shortcuts are there? A sheet of all of them, with the switch for single letters.
import type { ReactNode } from "react";
import { Dialog } from "@/controls/Dialog";
import { prefer, usePreferences } from "@/hooks/preferences";
import { Say, say } from "@/language/say";
import { SHORTCUTS, shownKey, type Shortcut } from "./shortcuts";
import css from "./keyboard.module.css";

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);
const GROUPS: Record<Shortcut["group"], string> = {
  Views: say("Views"),
  Time: say("Time"),
  Session: say("Session"),
  Everywhere: say("Everywhere"),
};

export function Sheet({ onClose }: { onClose: () => void }) {
  const { letters } = usePreferences();
  return (
    <Dialog title={say("Keyboard")} onClose={onClose}>
      <div className={css["groups"]}>
        {Object.entries(GROUPS).map(([group, title]) => (
          <section key={group}>
            <h3 className="gold small">{title}</h3>
            <dl>
              {ALL.filter((shortcut) => shortcut.group === group).map(({ keys, says }) => (
                <div
                  key={says}
                  className={`line spread ${!letters && keys.every((key) => key.length === 1) ? css["off"] : ""}`}
                >
                  <dt>{says}</dt>
                  <dd className="muted nowrap">
                    <Keys of={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="line touch">
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => {
            prefer({ letters: event.target.checked });
          }}
        />
        {say("Single letters, digits and signs are shortcuts")}
      </label>
    </Dialog>
  );
}

/** One key, two that do the same, or the first and the last of a row. */
function Keys({ of }: { of: readonly string[] }) {
  const [one = "", other] = of.map(shownKey);
  const key = (words: ReactNode): ReactNode => <kbd>{words}</kbd>;
  if (other === undefined) return key(one);
  if (other.startsWith("Alt"))
    return (
      <>
        {key(one)} … {key(other)}
      </>
    );
  return <Say text="<key>{one}</key> or <key>{other}</key>" values={{ one, other }} tags={{ key }} />;
}
