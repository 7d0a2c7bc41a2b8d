// Who wrote the verdict, and is it anybody's answer word for word? The line above the words, in every view.
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { useLooks } from "@/hooks/session";
import { lookOf } from "@/playback/looks";
import type { Verdict } from "@/wire/types";
import css from "./verdict.module.css";

export function ByLine({ verdict, size = 24 }: { verdict: Verdict; size?: number }) {
  const looks = useLooks();
  const writer = verdict.by === null ? null : lookOf(looks, verdict.by);
  return (
    <>
      {writer !== null && (
        <>
          <Face look={writer} size={size} />
          <span>
            {verdict.verbatim ? "As answered by" : "Written by"} <b>{writer.name}</b>
            {!writer.member && writer.vendor !== "" && (
              <span className={css["quiet"]}>, {writer.vendor.toLowerCase()}</span>
            )}
          </span>
        </>
      )}
      {verdict.verbatim && <Chip tone="mid">word for word</Chip>}
      {verdict.truncated && <Chip tone="mid">cut by the output limit</Chip>}
    </>
  );
}
