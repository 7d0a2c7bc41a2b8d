// How does one leave a field by keyboard? With Escape, which means nothing else there: the session is not asked to stop.
import type { KeyboardEvent } from "react";

export function leaveField(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.blur();
}
