// How does this viewer like it? Kept in this browser alone, and shown at once.
import type { ReactNode } from "react";
import { Choice, Toggle } from "@/controls/Switches";
import { prefer, usePreferences, type Preferences } from "@/hooks/preferences";
import { say } from "@/language/say";
import { SectionHead } from "./Section";

type Few = "theme" | "motion" | "density" | "size" | "announce";
type Titles<K extends Few> = { [value in Preferences[K]]: string };

function Few<K extends Few>({
  of,
  label,
  titles,
  help,
}: {
  of: K;
  label: string;
  titles: Titles<K>;
  help?: ReactNode;
}) {
  const value: Preferences[K] = usePreferences()[of];
  const choices = (Object.keys(titles) as Preferences[K][]).map((each) => ({ value: each, title: titles[each] }));
  return (
    <Choice<Preferences[K]>
      label={label}
      value={value}
      choices={choices}
      help={help}
      onChoose={(chosen) => {
        prefer({ [of]: chosen });
      }}
    />
  );
}

export function AppearanceSection() {
  const { letters, textOnly } = usePreferences();
  return (
    <>
      <SectionHead title={say("Appearance")}>{say("Kept in this browser alone; a change shows at once.")}</SectionHead>
      <div className="stack loose">
        <Few
          of="theme"
          label={say("Theme")}
          titles={{ system: say("As the system"), dark: say("Dark"), light: say("Light") }}
        />
        <Few
          of="motion"
          label={say("Motion")}
          titles={{ system: say("As the system"), full: say("Full"), calm: say("Calm"), off: say("Off") }}
          help={say(
            "Calm only fades. Off moves nothing; every picture is the same without it. The key m goes through them.",
          )}
        />
        <Few
          of="density"
          label={say("Density")}
          titles={{ comfortable: say("Comfortable"), compact: say("Compact") }}
        />
        <Few
          of="size"
          label={say("Size of text")}
          titles={{ small: say("Small"), normal: say("Normal"), large: say("Large") }}
        />
        <Few
          of="announce"
          label={say("Screen reader announcements")}
          titles={{
            less: say("Less"),
            normal: say("Normal"),
            more: say("More"),
            sentences: say("Normal, and the verdict by sentence"),
          }}
          help={say(
            "Less: stages and the verdict. Normal: who has finished and how they scored, too. More: every question put as well. Words on their way are read out only of the verdict, where that is chosen, and in whole sentences.",
          )}
        />
        <Toggle
          label={say("Single letters are shortcuts")}
          help={say("Off, only shortcuts with Ctrl, Alt or Shift work; letters never act while something is typed.")}
          on={letters}
          onSwitch={(on) => {
            prefer({ letters: on });
          }}
        />
        <Toggle
          label={say("The theatre as text only")}
          help={say("The chronicle and the texts instead of the arena.")}
          on={textOnly}
          onSwitch={(on) => {
            prefer({ textOnly: on });
          }}
        />
      </div>
    </>
  );
}
