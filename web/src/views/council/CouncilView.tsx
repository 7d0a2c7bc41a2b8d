// What was said in this session, and by whom? Its stages as tabs: the live one, in the end the answers, until the reader picks.
import { Radio } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Button } from "@/controls/Button";
import { Tabs } from "@/controls/Tabs";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { usePicked } from "./address";
import { shownBrought } from "./brought";
import { Conclusion } from "./stage/Conclusion";
import { Findings } from "./stage/Findings";
import { Judging } from "./stage/Judging";
import { Panes } from "./stage/Panes";
import { Skeletons } from "./Skeletons";
import { Sources } from "./stage/Sources";
import { isOver, liveTab, tabsOf, type CouncilTab } from "./tabs";
import css from "./council.module.css";

export default function CouncilView() {
  const state = useMoment((moment) => moment.state);
  const tabs = useMemo(() => tabsOf(state), [state]);
  const { tab: picked, pick } = usePicked();
  const live = liveTab(state, tabs);
  const chosen = tabs.find((tab) => tab.id === picked);
  const shown = chosen ?? live;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Where tabs scroll, the one that is shown stays in view.
    const tab = place.current?.querySelector('[role="tab"][aria-selected="true"]');
    if (shown?.id !== undefined) tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shown?.id]);
  return (
    <div className={`${css["view"]} stack loose slim`}>
      {shown === undefined ? (
        <Skeletons words={say("The council is being seated.")} cards={3} />
      ) : (
        <div className="here" ref={place}>
          {chosen !== undefined && live !== undefined && chosen.id !== live.id && !isOver(state) && (
            <Button
              className={css["followChip"] ?? ""}
              onClick={() => {
                pick({ tab: null, m: null });
              }}
            >
              <Radio size={14} aria-hidden="true" /> {say("Follow")}{" "}
              <span className="muted small light">{say("now at {title}", { title: live.title })}</span>
            </Button>
          )}
          <Tabs
            name={say("Stages")}
            tabs={tabs.map((tab) => ({ value: tab.id, title: <TabTitle tab={tab} /> }))}
            value={shown.id}
            onChoose={(tab) => {
              pick({ tab, m: null });
            }}
          >
            <Shown tab={shown} />
          </Tabs>
        </div>
      )}
    </div>
  );
}

function TabTitle({ tab }: { tab: CouncilTab }) {
  return (
    <span className="inline" data-phase={tab.phase}>
      {tab.phase === "running" && <span className={css["ring"]} role="img" aria-label={say("under way")} />}
      {tab.title}
      {tab.count !== null && tab.count > 0 && <span className={css["count"]}>{tab.count}</span>}
    </span>
  );
}

function Shown({ tab }: { tab: CouncilTab }) {
  const [stage = ""] = tab.stages;
  if (tab.id === "standing")
    return <Findings stage={stage} which="standing" awaited={say("The ranking comes when every ballot is in.")} />;
  if (tab.phase === "ahead" && tab.kind !== "conclusion" && tab.kind !== "verdict")
    return <Skeletons words={say("{title}: still ahead.", { title: tab.title })} />;
  const own = shownBrought(stage);
  if (own !== undefined) return <own.Shown stage={stage} stages={tab.stages} />;
  switch (tab.kind) {
    case "sources":
      return <Sources stage={stage} />;
    case "answers":
      return (
        <div className={`${css["stack"]} stack slim`} key={stage}>
          <Panes stage={stage} />
          <Findings stage={stage} />
        </div>
      );
    case "judging":
      return (
        <div className={`${css["stack"]} stack slim`} key={stage}>
          <Findings stage={stage} which="other" />
          <Judging stage={stage} />
        </div>
      );
    case "findings":
      return <Findings stage={stage} awaited={say("{title}: being worked out.", { title: tab.title })} />;
    case "conclusion":
      return <Conclusion stage={stage} />;
    case "verdict":
      return <Conclusion stage={null} />;
  }
}
