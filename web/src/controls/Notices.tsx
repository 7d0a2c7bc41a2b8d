// Does somebody want to be told when a long session ends? A switch, and what the browser makes of it.
import { leave, wantNotices, type Leave } from "@/hooks/notify";
import { usePreferences } from "@/hooks/preferences";
import { say } from "@/language/say";
import { Toggle } from "./Switches";

const HELP: Record<Leave, string> = {
  granted: say("A notification of this browser, while you look at something else."),
  default: say("A notification of this browser, while you look at something else. The browser asks you first."),
  denied: say("This browser blocks notifications of this page, so the title of the tab tells you."),
  missing: say("This browser has no notifications for this page, so the title of the tab tells you."),
};

export function Notices() {
  const { notify } = usePreferences();
  return (
    <Toggle
      label={say("Tell me when a long session ends")}
      help={HELP[leave()]}
      on={notify}
      onSwitch={(on) => void wantNotices(on)}
    />
  );
}
