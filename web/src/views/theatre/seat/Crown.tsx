// Who chairs? A small crown on its head.
import css from "./seat.module.css";

export function Crown({ dropped }: { dropped: boolean }) {
  return (
    <svg className={css["crown"]} data-dropped={dropped} viewBox="0 0 48 26" width="32" height="17" aria-hidden="true">
      <path d="M4 24 1 6l12 8L24 1l11 13 12-8-3 18Z" />
    </svg>
  );
}
