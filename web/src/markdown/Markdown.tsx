// How is what a model wrote shown? As markdown that cannot do anything but be read; as plain words until it is parsed.
import { memo, Suspense } from "react";
import { late } from "@/controls/late";
import { Plain } from "./Plain";

const Rendered = late(() => import("./Rendered"));

export interface MarkdownGiven {
  text: string;
  /** True while more of it comes. */
  streaming?: boolean;
  /** Letters that stood for names when this was written, and the names to show for them in bold. */
  names?: ReadonlyMap<string, string>;
}

export const Markdown = memo(function Markdown(given: MarkdownGiven) {
  return (
    <Suspense fallback={<Plain text={given.text} />}>
      <Rendered {...given} />
    </Suspense>
  );
});

export default Markdown;
