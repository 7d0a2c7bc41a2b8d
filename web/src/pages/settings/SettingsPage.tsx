// What can be set, and where? One section at a time, each at an address of its own.
import type { ComponentType } from "react";
import { Link } from "wouter";
import { Empty } from "@/controls/Card";
import { useTitle } from "../title";
import { AboutSection } from "./AboutSection";
import { AppearanceSection } from "./AppearanceSection";
import { CouncilsSection } from "./councils/CouncilsSection";
import { DataSection } from "./DataSection";
import { EndpointsSection } from "./endpoints/EndpointsSection";
import { RubricsSection } from "./rubrics/RubricsSection";
import { SearchersSection } from "./SearchersSection";
import css from "./settings.module.css";

const SECTIONS: Record<string, { title: string; Section: ComponentType<{ item: string | undefined }> }> = {
  endpoints: { title: "Endpoints", Section: EndpointsSection },
  councils: { title: "Councils", Section: CouncilsSection },
  rubrics: { title: "Rubrics", Section: RubricsSection },
  searchers: { title: "Searchers", Section: SearchersSection },
  appearance: { title: "Appearance", Section: AppearanceSection },
  data: { title: "Data", Section: DataSection },
  about: { title: "About", Section: AboutSection },
};

export default function SettingsPage({ section, item }: { section: string | undefined; item: string | undefined }) {
  const at = section ?? "endpoints";
  const shown = SECTIONS[at];
  useTitle(shown === undefined ? "Settings" : `${shown.title}, settings`);
  return (
    <div className={css["page"]}>
      <nav aria-label="Settings" className={css["nav"]}>
        <h1>Settings</h1>
        {Object.entries(SECTIONS).map(([name, { title }]) => (
          <Link key={name} href={`/settings/${name}`} aria-current={name === at ? "page" : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      <div className={css["section"]}>
        {shown === undefined ? (
          <Empty title="There is no such section.">
            <p>The sections of the settings stand beside this.</p>
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
