// What is this, which version, and under which licences is it built?
import { titled } from "@/councils/words";
import { shownKey } from "@/keyboard/shortcuts";
import { Say, say } from "@/language/say";
import { Awaited } from "../Awaited";
import { SectionHead } from "./Section";
import { useSettings } from "./settings";
import css from "./settings.module.css";

export function AboutSection() {
  const settings = useSettings();
  return (
    <>
      <SectionHead title={say("About")}>
        {say(
          "Moot seats several language models around a question, lets them deliberate by rules anyone can read, and returns an answer that can be audited.",
        )}
      </SectionHead>
      <Awaited asked={settings} waits={say("Settings are being fetched")}>
        {({ about: found }) => (
          <dl className={`${css["facts"]} grid`}>
            <dt>{say("Version")}</dt>
            <dd>{found.version}</dd>
            <dt>{"Python"}</dt>
            <dd>{found.python}</dd>
            <dt>{say("Transcripts")}</dt>
            <dd>
              {say("version {schema, number} of the format; older ones open as they are", { schema: found.schema })}
            </dd>
            <dt>{say("Protocols")}</dt>
            <dd>{found.protocols.map(titled).join(", ")}</dd>
            <dt>{say("Licences")}</dt>
            <dd>
              <a href={found.licences}>{say("of everything this app is built with")}</a>
            </dd>
            <dt>{say("For programs")}</dt>
            <dd>
              <a href="/api/openapi.json">{say("the API as an OpenAPI document")}</a>
            </dd>
            <dt>{say("Keyboard")}</dt>
            <dd>
              <Say
                text="<key>?</key> or <key>{ctrl}</key> <key>/</key> shows every shortcut"
                values={{ ctrl: shownKey("mod") }}
                tags={{ key: (words) => <kbd>{words}</kbd> }}
              />
            </dd>
          </dl>
        )}
      </Awaited>
    </>
  );
}
