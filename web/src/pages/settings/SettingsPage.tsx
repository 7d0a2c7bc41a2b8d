// What can be set, and where? One section at a time, each at an address of its own.
import type { ComponentType } from "react";
import { Link } from "wouter";
import { Empty } from "@/controls/Card";
import { say } from "@/language/say";
import { useTitle } from "../title";
import { AboutSection } from "./AboutSection";
import { AppearanceSection } from "./AppearanceSection";
import { CouncilsSection } from "./councils/CouncilsSection";
import { DataSection } from "./DataSection";
import { EndpointsSection } from "./endpoints/EndpointsSection";
import { RubricsSection } from "./rubrics/RubricsSection";
import { LimitsSection } from "./limits/LimitsSection";
import { SearchersSection } from "./searchers/SearchersSection";
import css from "./settings.module.css";

const SECTIONS: Record<string, { title: string; Section: ComponentType<{ item: string | undefined }> }> = {
  endpoints: { title: say("Endpoints"), Section: EndpointsSection },
  councils: { title: say("Councils"), Section: CouncilsSection },
  rubrics: { title: say("Rubrics"), Section: RubricsSection },
  searchers: { title: say("Searchers"), Section: SearchersSection },
  limits: { title: say("Limits"), Section: LimitsSection },
  appearance: { title: say("Appearance"), Section: AppearanceSection },
  data: { title: say("Data"), Section: DataSection },
  about: { title: say("About"), Section: AboutSection },
};

export default function SettingsPage({ section, item }: { section: string | undefined; item: string | undefined }) {
  const at = section ?? "endpoints";
  const shown = SECTIONS[at];
  useTitle(shown === undefined ? say("Settings") : say("{section}, settings", { section: shown.title }));
  return (
    <div className={css["page"]}>
      <nav aria-label={say("Settings")} className={`${css["nav"]} grid gap-small`}>
        <h1>{say("Settings")}</h1>
        {Object.entries(SECTIONS).map(([name, { title }]) => (
          <Link key={name} href={`/settings/${name}`} aria-current={name === at ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={`${css["section"]} stack loose slim`}>
        {shown === undefined ? (
          <Empty title={say("There is no such section.")}>
            <p>{say("The sections of the settings stand beside this.")}</p>
          </Empty>
        ) : (
          <shown.Section key={`${at}/${item ?? ""}`} item={item === undefined ? undefined : decoded(item)} />
        )}
      </div>
    </div>
  );
}

function decoded(item: string): string {
  try {
    return decodeURIComponent(item);
  } catch {
    return item;
  }
}
