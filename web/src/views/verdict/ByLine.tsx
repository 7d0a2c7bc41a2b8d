// Who wrote the verdict, and is it anybody's answer word for word? The line above the words, in every view.
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { useLooks } from "@/hooks/session";
import { Say, say, within } from "@/language/say";
import { lookOf } from "@/playback/looks";
import type { Verdict } from "@/wire/types";

export function ByLine({ verdict, size = 24 }: { verdict: Verdict; size?: number }) {
  const looks = useLooks();
  const writer = verdict.by === null ? null : lookOf(looks, verdict.by);
  return (
    <>
      {writer !== null && (
        <>
          <Face look={writer} size={size} />
          <span>
            <Say
              text={verdict.verbatim ? "As answered by <b>{name}</b>" : "Written by <b>{name}</b>"}
              values={{ name: writer.name }}
              tags={{ b: (words) => <b>{words}</b> }}
            />
            {!writer.member && writer.vendor !== "" && <span>, {within(writer.vendor)}</span>}
          </span>
        </>
      )}
      {verdict.verbatim && <Chip tone="mid">{say("word for word")}</Chip>}
      {verdict.truncated && <Chip tone="mid">{say("cut by the output limit")}</Chip>}
    </>
  );
}
