// What is this session, and how does it stand?
import { Link } from "wouter";
import { useMoment } from "@/hooks/session";
import { VIEW_NAMES, viewTitle, type ViewName } from "./SessionView";
import css from "./session.module.css";

export function SessionHeader({ view, base }: { view: ViewName; base: string; id: string | null }) {
  const question = useMoment(({ state }) => state.question.text);
  return (
    <header className={css["header"]}>
      <h1>{question}</h1>
      <nav aria-label="Views">
        {VIEW_NAMES.map((name) => (
          <Link key={name} href={`${base}/${name}`} aria-current={name === view ? "page" : undefined}>
            {viewTitle(name)}
          </Link>
        ))}
      </nav>
    </header>
  );
}
