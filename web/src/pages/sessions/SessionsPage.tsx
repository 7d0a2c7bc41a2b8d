// Which conversations are there, and what can be done with them? Found by words and state, opened, named, taken out, removed.
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { Button } from "@/controls/Button";
import { Bone, Empty, Failed } from "@/controls/Card";
import {
  listed,
  SOURCES,
  STATES,
  usePinned,
  useSessionList,
  type RowState,
  type TalkRow,
  type Wanted,
} from "@/hooks/sessions";
import { say } from "@/language/say";
import { SHOWN_FIRST } from "@/protocols/table";
import { problemFrom } from "@/wire/client";
import { useTitle } from "../title";
import { Filters } from "./Filters";
import { OfStudies } from "./OfStudies";
import { chooseTranscripts, Importing } from "./Importing";
import { Picked } from "./Picked";
import { Row } from "./Row";
import css from "./sessions.module.css";

export default function SessionsPage() {
  useTitle(say("Sessions"));
  const [chosen, choose] = useChosen();
  const [picked, pick] = useState<ReadonlySet<string>>(new Set());
  const list = useSessionList({ ...chosen, pinned: false });
  const pinned = usePinned(chosen).data?.sessions ?? [];
  const top = new Set(pinned.map(listed));
  const others = list.data?.pages.flatMap((page) => page.sessions).filter((row) => !top.has(listed(row))) ?? [];
  const rows = [...pinned, ...others];
  const asked = chosen.q !== "" || chosen.state.length > 0 || chosen.protocol !== "" || chosen.source !== "";
  const leftOut = list.data?.pages[0]?.left_out ?? false;
  const here = rows.filter((row) => picked.has(listed(row)));
  return (
    <Importing>
      <div className={`${css["page"]} stack loose items-start auto-x`}>
        <header className="row spread">
          <h1>{say("Sessions")}</h1>
          <Button onClick={chooseTranscripts}>{say("Import a transcript")}</Button>
        </header>
        <Filters chosen={chosen} onChoose={choose} />
        <OfStudies
          leftOut={leftOut}
          shown={chosen.studies === true}
          onShow={(studies) => {
            choose({ studies });
          }}
        />
        {list.isPending ? (
          <Loading />
        ) : list.data === undefined ? (
          <Failed problem={problemFrom(list.error)} again={() => void list.refetch()} />
        ) : rows.length === 0 ? (
          <Nothing asked={asked || leftOut} />
        ) : (
          <>
            <Picked rows={rows} here={here} onPick={pick} />
            <Heads />
            <ul
              className={`${css["list"]} bordered rounded on-card hidden`}
              aria-label={say("Sessions")}
              aria-busy={list.isFetching}
            >
              {rows.map((row) => (
                <Row key={listed(row)} row={row} picked={picked.has(listed(row))} onPick={toggled(picked, pick)} />
              ))}
            </ul>
          </>
        )}
        {list.hasNextPage && (
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? say("Fetching …") : say("Older conversations")}
          </Button>
        )}
      </div>
    </Importing>
  );
}

const toggled =
  (picked: ReadonlySet<string>, pick: (picked: ReadonlySet<string>) => void) =>
  (row: TalkRow): void => {
    const next = new Set(picked);
    if (!next.delete(listed(row))) next.add(listed(row));
    pick(next);
  };

/** What is looked for stands in the address. */
function useChosen(): [Wanted, (changed: Partial<Wanted>) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen: Wanted = {
    q: search.get("q") ?? "",
    state: search.getAll("state").filter((state): state is RowState => STATES.includes(state as RowState)),
    protocol: search.get("protocol") ?? "",
    source: SOURCES.find((source) => source === search.get("source")) ?? "",
    studies: search.has("studies"),
  };
  const choose = (changed: Partial<Wanted>): void => {
    const { q, state, protocol, source, studies } = { ...chosen, ...changed };
    const next = new URLSearchParams();
    if (q !== "") next.set("q", q);
    for (const each of state) next.append("state", each);
    if (protocol !== "") next.set("protocol", protocol);
    if (source !== "") next.set("source", source);
    if (studies === true) next.set("studies", "");
    setSearch(next, { replace: true });
  };
  return [chosen, choose];
}

/** What stands in each column; every row says it to those who hear it. */
function Heads() {
  return (
    <div className={`${css["row"]} at-centre grid ${css["heads"]} muted small low`} aria-hidden="true">
      <span />
      <span />
      {[say("Question and answer"), say("Protocol"), say("Members"), say("Result"), say("When"), say("Cost")].map(
        (title) => (
          <span key={title}>{title}</span>
        ),
      )}
    </div>
  );
}

function Loading() {
  return (
    <ul
      className={`${css["list"]} bordered rounded on-card hidden`}
      aria-busy="true"
      aria-label={say("Sessions are being fetched")}
    >
      {["62%", "48%", "70%", "55%", "64%"].map((width) => (
        <li key={width} className={`${css["bones"]} stack pad-wide`}>
          <Bone width={width} />
          <Bone width="30%" height="0.8em" />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ asked }: { asked: boolean }) {
  if (asked)
    return (
      <Empty title={say("No conversation is like that.")}>
        <p>{say("Look for fewer words, in any state, by any protocol, or asked anywhere.")}</p>
      </Empty>
    );
  return (
    <Empty title={say("No council has met yet.")}>
      <p>
        {say(
          "Every question that is put to a council is kept here, with all that was said. Scripted voices can show how a {protocol} goes, without a key and without cost.",
          { protocol: SHOWN_FIRST.called },
        )}
      </p>
      <Link href={`/?protocol=${SHOWN_FIRST.protocol}`}>
        {say("Start a first {protocol}", { protocol: SHOWN_FIRST.called })}
      </Link>
    </Empty>
  );
}
