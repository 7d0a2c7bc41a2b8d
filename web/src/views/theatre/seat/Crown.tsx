// Who came first, and who chairs? A crown on the one's head when that is known, a gavel beside the other's.
import { Gavel as Sign } from "lucide-react";
import css from "./seat.module.css";

export function Crown() {
  return (
    <svg className={css["crown"]} data-crown="" viewBox="0 0 48 26" width="32" height="17" aria-hidden="true">
      <path d="M4 24 1 6l12 8L24 1l11 13 12-8-3 18Z" />
    </svg>
  );
}

export function Gavel() {
  return (
    <span className={`${css["gavel"]} middle gold absolute circle`} data-gavel="" aria-hidden="true">
      <Sign size={14} strokeWidth={2.2} />
    </span>
  );
}
