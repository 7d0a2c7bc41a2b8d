// What can be opened from everywhere? A new question, the sessions of late, the settings.
import { Plus, Settings } from "lucide-react";
import { Link } from "wouter";
import css from "./shell.module.css";

export function Rail() {
  return (
    <nav className={css["rail"]} aria-label="Sessions">
      <Link href="/" className={css["brand"]}>
        Moot
      </Link>
      <Link href="/" className={css["convene"]}>
        <Plus size={16} /> Convene
      </Link>
      <Link href="/sessions">All sessions</Link>
      <Link href="/settings" className={css["foot"]}>
        <Settings size={16} /> Settings
      </Link>
    </nav>
  );
}
