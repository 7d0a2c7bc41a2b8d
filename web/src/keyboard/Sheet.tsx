// Which shortcuts are there? A sheet of all of them, with the switch for single letters.
import { Dialog } from "@/controls/Dialog";
import { prefer, usePreferences } from "@/hooks/preferences";
import { SHORTCUTS, shownKey, type Shortcut } from "./shortcuts";
import css from "./keyboard.module.css";

const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);
const GROUPS = ["Views", "Time", "Session", "Everywhere"] as const;

export function Sheet({ onClose }: { onClose: () => void }) {
  const { letters } = usePreferences();
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <div className={css["groups"]}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {ALL.filter((shortcut) => shortcut.group === group).map(({ keys, says }) => (
                <div key={says} className={!letters && keys.every((key) => key.length === 1) ? css["off"] : undefined}>
                  <dt>{says}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <span key={key}>
                        {index > 0 && (key.startsWith("Alt") ? " … " : " or ")}
                        <kbd>{shownKey(key)}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={css["letters"]}>
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => {
            prefer({ letters: event.target.checked });
          }}
        />
        Single letters, digits and signs are shortcuts
      </label>
    </Dialog>
  );
}
