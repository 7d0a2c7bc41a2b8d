// The page a question is asked from: the question, one line for who, how and the price, then what else can be set.
import { Suspense, useCallback, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
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
import type { Council, Problem } from "@/wire/types";
import { useTitle } from "../title";
import { Advanced } from "./Advanced";
import { useConvening } from "./asking";
import type { Attached } from "@/hooks/attachments";
import { say } from "@/language/say";
import { Composer } from "./Composer";
import { CouncilPicker, Lacking } from "./CouncilPicker";
import { useAsked, useDraft } from "./draft";
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

/** Before the lists have come there is nobody to choose from; a question can be written, and sent once they are there. */
const NOBODY: Council = {
  ...{ name: "", title: "", dated: "", protocol: "", rubric: "", system: "", chair: null },
  ...{ members: [], stand_ins: [], tools: [], instead: {}, offices: {}, options: {}, personas: {}, wording: {} },
};
const NOTHING: Shelves = {
  councils: [],
  sitting: { council: NOBODY, seated: NOBODY, layer: "", notes: [], troubles: [] },
  protocols: [],
  endpoints: [],
};

export default function ConvenePage() {
  useTitle(say("Ask a council"));
  const councils = useCouncils();
  const protocols = useProtocols();
  const endpoints = useEndpoints();
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
  const ready = councils.data !== undefined && protocols.data !== undefined && !endpoints.isPending;
  const shelves: Shelves = ready
    ? {
        councils: councils.data.councils,
        sitting: councils.data.sitting,
        protocols: protocols.data.protocols,
        endpoints: endpoints.data ?? [],
      }
    : NOTHING;
  const again = councils.isFetching ? undefined : () => void councils.refetch();
  return (
    <Form
      {...{ ready, shelves, again }}
      why={councils.data?.why ?? ""}
      unseated={ready ? councils.data.refused : null}
    />
  );
}

interface FormGiven {
  /** Whether who can be asked is known yet. */
  ready: boolean;
  shelves: Shelves;
  why: string;
  /** Why no council sits by default, and what asks for it again; not while that is asked. */
  unseated: Problem | null;
  again: (() => void) | undefined;
}

function Form({ ready, shelves, why, unseated, again }: FormGiven) {
  const { draft, change, sent } = useDraft();
  useAsked(
    ready,
    shelves.protocols.map((row) => row.protocol),
    change,
  );
  const [files, setFiles] = useState<Attached[]>([]);
  const [wanted, want] = useState(false);
  const [open, setOpen] = useState(false);
  const [many, setMany] = useState(false);
  const [opened, show] = useState<Opened>("");
  const [busy, setBusy] = useState(false);
  const [refused, refuse] = useState<Problem | null>(null);
  const [, go] = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const sends = useConvening();
  const pictured = files.some(({ file }) => file?.type.startsWith("image/") === true);
  const sitting = sittingOf(draft, shelves, pictured);
  const { body, able, protocol, fields } = sitting;
  const judging = useJudging(sitting);
  const absent = draft.members === null && sitting.seats.length === 0 ? unseated : null;
  const wants = absent === null ? wantsOf(sitting, draft) : say("No council can sit now."); // why is said once, below
  const estimate = useEstimate(body, files, ready && able >= 2 && Object.keys(sitting.faults).length === 0);
  const told = refused ?? (able >= 2 ? estimate.problem : null);
  const tooLittle = estimate.busy ? "" : tooLittleOf(body, estimate.row); // a figure of another form is none of this
  const named = told === null ? "" : optionNamed(told.message, fields);
  const faults = named === "" || told === null ? sitting.faults : { ...sitting.faults, [named]: told.message };
  const firstRun = ready && isScripted(seatsOf(shelves.sitting.seated.members, shelves.endpoints));
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
    if (!ready) want(true);
    else if (body.question === "" && files.length === 0)
      lack(say("There is no question yet."), say("Write one, or attach a file."));
    else if (wants !== "") lack(wants);
    else if (tooLittle !== "")
      form.current?.querySelector<HTMLElement>("[data-too-little]")?.focus(); // where it is said, with the way out
    else if (Object.keys(sitting.faults).length > 0) {
      setOpen(true);
      lack(say("Something here cannot be taken as it is."));
    } else void put(body, files);
  };
  // What was sent before the lists had come goes as soon as they have.
  const whenReady = useEffectEvent(() => {
    if (wanted) convene();
  });
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => {
      whenReady();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [ready]);
  const keys = (event: KeyboardEvent): void => {
    if (many || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    convene();
  };
  return (
    <form
      ref={form}
      className={`${css["page"]} stack loose auto-x`}
      noValidate
      aria-busy={!ready}
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault();
        if (!many) convene();
      }}
    >
      <h1 className={css["title"]}>{say("Ask a council")}</h1>
      {!many && (
        <Composer
          text={draft.text}
          files={files}
          input={judging.chosen?.rubric.input ?? "question"}
          fault={refused !== null && named === "" ? `${refused.message} ${refused.remedy}` : ""}
          busy={busy || (wanted && !ready)}
          onText={(text) => {
            refuse(null);
            want(false);
            change({ text });
          }}
          onFiles={setFiles}
          onConvene={convene}
        />
      )}
      {ready ? (
        <>
          <Selectors
            {...{ sitting, opened }}
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
            price={
              wants === "" &&
              !many && (
                <EstimateLine
                  found={estimate}
                  tooLittle={tooLittle}
                  onCap={(budget) => {
                    change({ budget });
                  }}
                />
              )
            }
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
          {!many && refused === null && estimate.problem !== null && able >= 2 && (
            <p role="alert" tabIndex={-1} className="bad">
              <Coded text={`${estimate.problem.message} ${estimate.problem.remedy}`} />
            </p>
          )}
          {!many && draft.text === "" && (
            <Examples
              onTake={(text) => {
                change({ text });
                form.current?.querySelector("textarea")?.focus();
              }}
            />
          )}
          {firstRun && !many && <WrittenExamples />}
          <FirstRun shown={firstRun} endpoints={shelves.endpoints} />
          <Advanced {...{ draft, change, sitting, faults, open, onOption, estimate }} onOpen={setOpen} />
          <HowMany many={many} onMany={setMany} />
        </>
      ) : (
        <>
          <Listing />
          <Bone height="36px" />
        </>
      )}
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
