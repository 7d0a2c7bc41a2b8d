// How is what a model wrote shown? As markdown that cannot do anything but be read; as plain words until it is parsed.
import { memo, Suspense } from "react";
import { late } from "@/controls/late";
import { Plain } from "./Plain";
import type { MarkdownGiven } from "./blocks";

const Rendered = late(() => import("./Rendered"));

export const Markdown = memo(function Markdown(given: MarkdownGiven) {
  return (
    <Suspense fallback={<Plain text={given.text} busy />}>
      <Rendered {...given} />
    </Suspense>
  );
});

export default Markdown;
