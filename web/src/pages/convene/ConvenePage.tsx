// How is a question put to a council? The question first; who is asked and how in two buttons below it; then what it takes.
import { Suspense, useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { Bone, Failed } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { focusFault } from "@/controls/Field";
import { late } from "@/controls/late";
import { EstimateLine } from "@/councils/EstimateLine";
import { tooLittleOf, useEstimate } from "@/councils/estimating";
import { optionNamed, type OptionValue } from "@/councils/options";
import { isScripted, seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { useCouncils, useProtocols } from "@/hooks/queries";
import { problemFrom } from "@/wire/client";
import type { Problem } from "@/wire/types";
import { useTitle } from "../title";
import { Advanced } from "./Advanced";
import { useConvening } from "./asking";
import type { Attached } from "@/hooks/attachments";
import { say } from "@/language/say";
import { Composer } from "./Composer";
import { CouncilPicker, Lacking } from "./CouncilPicker";
import { useAsked, useDraft, type Drafting } from "./draft";
import { Examples, WrittenExamples } from "./Examples";
import { FirstRun } from "./FirstRun";
import { HowMany } from "./HowMany";
import { useJudging } from "./judging";
import { ProtocolPicker } from "./ProtocolPicker";
import { Selectors, type Opened } from "./Selectors";
import { Suggested } from "./Suggested";
import { sittingOf, wantsOf, type Shelves } from "./sitting";
import css from "./convene.module.css";

const Many = late(() => import("./many/Many"));

export default function ConvenePage() {
  useTitle(say("Ask a council"));
  const councils = useCouncils();
  const protocols = useProtocols();
  const endpoints = useEndpoints();
  // What is written and attached while the lists come is in the form that follows.
  const drafting = useDraft();
  const attached = useState<Attached[]>([]);
  const failed = councils.error ?? protocols.error;
  if (failed !== null && (councils.data === undefined || protocols.data === undefined))
    return (
      <Failed
        problem={problemFrom(failed)}
        again={() => {
          for (const each of [councils, protocols, endpoints]) void each.refetch();
        }}
      />
    );
  if (councils.data === undefined || protocols.data === undefined || endpoints.isPending)
    return <Waiting {...{ drafting, attached }} />;
  const shelves: Shelves = {
    councils: councils.data.councils,
    sitting: councils.data.sitting,
    protocols: protocols.data.protocols,
    endpoints: endpoints.data ?? [],
  };
  const { why, refused } = councils.data;
  const again = councils.isFetching ? undefined : () => void councils.refetch();
  return <Form {...{ shelves, why, again, drafting, attached }} unseated={refused} />;
}

interface Written {
  drafting: Drafting;
  attached: readonly [Attached[], (files: Attached[]) => void];
}

interface FormGiven extends Written {
  shelves: Shelves;
  why: string;
  /** Why no council sits by default, and what asks for it again; not while that is asked. */
  unseated: Problem | null;
  again: (() => void) | undefined;
}

function Form({ shelves, why, unseated, again, drafting, attached }: FormGiven) {
  const { draft, change, sent } = drafting;
  useAsked(
    shelves.protocols.map((row) => row.protocol),
    change,
  );
  const [files, setFiles] = attached;
  const [open, setOpen] = useState(false);
  const [many, setMany] = useState(false);
  const [opened, show] = useState<Opened>("");
  const [busy, setBusy] = useState(false);
  const [refused, refuse] = useState<Problem | null>(null);
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const sends = useConvening();
  const pictured = files.some(({ file }) => file.type.startsWith("image/"));
  const sitting = sittingOf(draft, shelves, pictured);
  const { body, able, protocol, fields } = sitting;
  const judging = useJudging(sitting);
  const absent = draft.members === null && sitting.seats.length === 0 ? unseated : null;
  const wants = absent === null ? wantsOf(sitting, draft) : say("No council can sit now."); // why is said once, below
  const estimate = useEstimate(body, files, able >= 2 && Object.keys(sitting.faults).length === 0);
  const told = refused ?? (able >= 2 ? estimate.problem : null);
  const tooLittle = estimate.busy ? "" : tooLittleOf(body, estimate.row); // a figure of another form is none of this
  const named = told === null ? "" : optionNamed(told.message, fields);
  const faults = named === "" || told === null ? sitting.faults : { ...sitting.faults, [named]: told.message };
  const firstRun = isScripted(seatsOf(shelves.sitting.seated.members, shelves.endpoints));
  const way = protocol?.protocol ?? "";
  const onOption = useCallback(
    (name: string, value: OptionValue | undefined): void => {
      refuse(null);
      change(({ options }) => {
        const next: Record<string, OptionValue> = { ...options[way] };
        if (value === undefined) Reflect.deleteProperty(next, name);
        else next[name] = value;
        return { options: { ...options, [way]: next } };
      });
    },
    [change, way],
  );
  useEffect(() => {
    if (refused !== null) focusFault(form.current);
  }, [refused]);

  const put = async (asked: typeof body, withFiles: readonly Attached[]): Promise<void> => {
    if (busy) return;
    setBusy(true);
    refuse(null);
    try {
      const session = await sends(asked, withFiles);
      if (withFiles === files) {
        sent();
        setFiles([]);
      }
      go(`/s/${session}`);
    } catch (error) {
      const problem = problemFrom(error);
      if (optionNamed(problem.message, fields) !== "") setOpen(true);
      refuse(problem);
    } finally {
      setBusy(false);
    }
  };
  const lack = (message: string, remedy = say("What you wrote is kept.")): void =>
    refuse({ code: "bad_input", message, remedy });
  const convene = (): void => {
    if (body.question === "" && files.length === 0)
      lack(say("There is no question yet."), say("Write one, or attach a file."));
    else if (wants !== "") lack(wants);
    else if (tooLittle !== "")
      form.current?.querySelector<HTMLElement>("[data-too-little]")?.focus(); // where it is said, with the way out
    else if (Object.keys(sitting.faults).length > 0) {
      setOpen(true);
      lack(say("Something here cannot be taken as it is."));
    } else void put(body, files);
  };
  const keys = (event: KeyboardEvent): void => {
    if (many || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    convene();
  };
  return (
    <form
      ref={form}
      className={css["page"]}
      noValidate
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault();
        if (!many) convene();
      }}
    >
      <h1 className={css["title"]}>{say("Ask a council")}</h1>
      <HowMany many={many} onMany={setMany} />
      {!many && (
        <Composer
          text={draft.text}
          files={files}
          input={judging.chosen?.rubric.input ?? "question"}
          fault={refused !== null && named === "" ? `${refused.message} ${refused.remedy}` : ""}
          busy={busy}
          onText={(text) => {
            refuse(null);
            change({ text });
          }}
          onFiles={setFiles}
          onConvene={convene}
        />
      )}
      <Selectors
        {...{ sitting, judging, opened }}
        onOpen={show}
        who={
          <CouncilPicker
            {...{ draft, change, sitting, why }}
            councils={shelves.councils}
            byDefault={shelves.sitting}
            endpoints={shelves.endpoints}
          />
        }
        how={<ProtocolPicker {...{ draft, change, sitting, judging, onOption }} protocols={shelves.protocols} />}
      />
      {many && (
        <Suspense fallback={<Bone height="260px" />}>
          <Many {...{ sitting, draft, change, wants, onOption }} />
        </Suspense>
      )}
      <Suggested
        question={many ? "" : draft.text}
        files={files.map((file) => file.name)}
        protocols={shelves.protocols}
        chosen={way}
        able={able}
        onUse={(name) => {
          change({ protocol: name });
        }}
      />
      {absent === null ? (
        <Lacking
          {...{ sitting, wants }}
          endpoints={shelves.endpoints}
          onChoose={() => {
            show("who");
          }}
        />
      ) : (
        <Failed problem={absent} again={again} />
      )}
      {absent !== null && again === undefined && <Listing />}
      {wants === "" && !many && (
        <EstimateLine
          found={estimate}
          tooLittle={tooLittle}
          onCap={(budget) => {
            change({ budget });
          }}
        />
      )}
      {!many && refused === null && estimate.problem !== null && able >= 2 && (
        <p role="alert" tabIndex={-1} className={css["fault"]}>
          <Coded text={`${estimate.problem.message} ${estimate.problem.remedy}`} />
        </p>
      )}
      {firstRun && !many && <WrittenExamples />}
      {!many && draft.text === "" && (
        <Examples
          onTake={(text) => {
            change({ text });
            form.current?.querySelector("textarea")?.focus();
          }}
        />
      )}
      <FirstRun shown={firstRun} endpoints={shelves.endpoints} />
      <Advanced {...{ draft, change, sitting, faults, open, onOption, estimate }} onOpen={setOpen} />
    </form>
  );
}

const USUAL_WAIT = 1_500;

/** What takes so long, once it does: a service that is slow to send its list of models. */
function Listing() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLong(true);
    }, USUAL_WAIT);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return long && <p role="status">{say("Waiting for the model lists of the endpoints that are set up…")}</p>;
}

/** The question can be written meanwhile; it is kept. */
function Waiting({ drafting: { draft, change }, attached: [files, setFiles] }: Written) {
  return (
    <div className={css["page"]} aria-busy="true">
      <h1 className={css["title"]}>{say("Ask a council")}</h1>
      <Listing />
      <Composer
        text={draft.text}
        files={files}
        input="question"
        fault=""
        busy
        early
        onText={(text) => {
          change({ text });
        }}
        onFiles={setFiles}
        onConvene={() => undefined}
      />
      <Bone height="20px" width="40%" />
      <Bone height="120px" />
      <Bone height="160px" />
    </div>
  );
}
