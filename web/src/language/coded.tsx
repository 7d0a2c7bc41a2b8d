// How is a command shown in a sentence? What stands between backticks is drawn as code.
import type { ReactNode } from "react";

export const coded = (text: string): ReactNode =>
  text.includes("`") ? text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part)) : text;
