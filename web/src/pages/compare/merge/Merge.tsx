// How is an answer of one's own made from two sessions? Points are picked, put in order, edited, taken along, or written anew
// by a chair.
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Card } from "@/controls/Card";
import { CopyButton } from "@/controls/CopyButton";
import { Toggle } from "@/controls/Switches";
import { say } from "@/language/say";
import { save } from "@/share/files";
import type { SideBySide } from "../comparison";
import { originOf, textOf, useMerging } from "./picked";
import { Chosen } from "./Chosen";
import { sourcesOf } from "./points";
import { Sources } from "./Sources";
import { Rewriting } from "./Rewriting";
import css from "./merge.module.css";

export function Merge({ found }: { found: SideBySide }) {
  const merging = useMerging(found.a, found.b);
  const { points } = merging;
  const [tells, setTells] = useState(false);
  const draft = textOf(points);
  /** What leaves the page; its own words are in English, as every export's are. */
  const taken = (): string => (tells ? textOf(points, (point) => originOf(point, found.a)) : draft);
  return (
    <Card title={say("Your own answer")}>
      <div className={css["merge"]}>
        <p className={css["quiet"]}>
          {say(
            "Pick the sentences, paragraphs and items you want to keep, put them in order and edit them. Nothing is asked, and what you made stays in this browser.",
          )}
        </p>
        <div className={css["columns"]}>
          <div className={css["sources"]}>
            <Sources sources={sourcesOf(found)} picked={points} onPick={merging.pick} />
          </div>
          <div className={css["draft"]}>
            <Chosen merging={merging} first={found.a} />
            {points.length > 0 && (
              <div className={css["ways"]}>
                <CopyButton text={taken} kind="plain">
                  {say("Copy")}
                </CopyButton>
                <Button
                  onClick={() => {
                    save("answer.md", new Blob([`${taken()}\n`], { type: "text/markdown" }));
                  }}
                >
                  <Download size={15} aria-hidden="true" /> {say("Download")}
                </Button>
                <Button kind="quiet" onClick={merging.clear}>
                  {say("Clear")}
                </Button>
                <Toggle label={say("With where each point is from")} on={tells} onSwitch={setTells} />
              </div>
            )}
            <Rewriting session={found.b} chair={found.sides.b.chair} draft={draft} />
          </div>
        </div>
      </div>
    </Card>
  );
}
