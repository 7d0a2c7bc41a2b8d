// What if no model is set up yet? Who answers then, and a key entered right here.
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { Select, TextField } from "@/controls/Field";
import { DEMO } from "@/councils/roster";
import { say, Say } from "@/language/say";
import type { EndpointFull } from "@/wire/types";
import { keepKey } from "../settings/endpoints/endpoint";
import { SignIn } from "../settings/endpoints/SignIn";
import { TestNow } from "../settings/endpoints/TestNow";
import { TestWords } from "../settings/LastTest";
import { useSaving } from "../settings/saving";
import css from "./convene.module.css";

interface Given {
  /** Whether no model is set up yet; what became of a key that was saved here is told afterwards, too. */
  shown: boolean;
  endpoints: readonly EndpointFull[];
}

export function FirstRun({ shown, endpoints }: Given) {
  const [saved, setSaved] = useState("");
  const row = endpoints.find((each) => each.endpoint === saved && each.configured);
  return (
    <>
      {row !== undefined && <Saved row={row} />}
      {shown && <WaysIn endpoints={endpoints} onSaved={setSaved} />}
    </>
  );
}

/** A key was saved: whether it works is known only when it was tried, which one press does. */
function Saved({ row }: { row: EndpointFull }) {
  return (
    <section className="warning" role="status" aria-label={say("The key that was saved")}>
      <p>
        <Coded
          text={
            row.test === null
              ? say("The key for {title} is saved, not tested yet.", { title: row.title })
              : say("The key for {title} is saved.", { title: row.title })
          }
        />{" "}
        <TestNow row={row} />{" "}
        <Link href={`/settings/endpoints/${row.endpoint}`}>
          <Coded text={say("Settings of {service}", { service: row.title })} />
        </Link>
      </p>
      {row.test !== null && <TestWords test={row.test} />}
    </section>
  );
}

interface Ways extends Omit<Given, "shown"> {
  onSaved: (endpoint: string) => void;
}

function WaysIn({ endpoints, onSaved }: Ways) {
  return (
    <section className={`${css["first"]} stack`} aria-labelledby="first">
      <div>
        <h2 id="first">{say("No model is set up yet")}</h2>
        <p>{DEMO}</p>
      </div>
      <Key {...{ endpoints, onSaved }} />
      <ul className="stack tight muted">
        <li>
          <Say
            text="<b>Without a key, on this machine:</b> install <link>Ollama</link>, run <code>ollama pull qwen3:8b</code>, then load this page again. LM Studio, llama.cpp and vLLM are found too."
            tags={{
              b: (words) => <strong>{words}</strong>,
              link: (words) => (
                <a href="https://ollama.com/download" target="_blank" rel="noreferrer">
                  {words}
                </a>
              ),
              code: (words) => <code>{words}</code>,
            }}
          />
        </li>
        <li>
          <Say
            text="<b>A server of your own:</b> <link>add its address</link>."
            tags={{
              b: (words) => <strong>{words}</strong>,
              link: (words) => <Link href="/settings/endpoints/-new">{words}</Link>,
            }}
          />
        </li>
      </ul>
    </section>
  );
}

/** A key for one of the services that lack one. It is kept on the server, and never shown again. */
function Key({ endpoints, onSaved }: Ways) {
  const lacking = endpoints.filter((each) => each.speaks && !each.configured && each.key.needed);
  const [chosen, choose] = useState("");
  const [typed, type] = useState("");
  const { saving, save, rest } = useSaving();
  const row = lacking.find((each) => each.endpoint === chosen) ?? lacking[0];
  if (row === undefined) return null;
  const send = async (): Promise<void> => {
    if (typed.trim() === "" || saving.at === "saving") return;
    if (!(await save(() => keepKey(row.endpoint, typed.trim())))) return;
    type("");
    onSaved(row.endpoint);
  };
  return (
    <div className={`${css["key"]} at-start grid`}>
      <Select label={say("Service")} value={row.endpoint} onText={choose}>
        {lacking.map((each) => (
          <option key={each.endpoint} value={each.endpoint}>
            <Coded text={each.title} />
          </option>
        ))}
      </Select>
      <TextField
        label={say("API key")}
        type="password"
        autoComplete="new-password"
        placeholder={say("paste it here")}
        value={typed}
        maxLength={4000}
        error={saving.at === "refused" ? `${saving.problem.message} ${saving.problem.remedy}` : undefined}
        help={say(
          "It is kept on the server’s machine and never shown again. A default council costs cents a question.",
        )}
        onText={(text) => {
          rest();
          type(text);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault(); // in this form it would send the question
          event.stopPropagation();
          void send();
        }}
      />
      <Button kind="primary" disabled={typed.trim() === "" || saving.at === "saving"} onClick={() => void send()}>
        <KeyRound size={15} aria-hidden="true" /> {saving.at === "saving" ? say("Saving…") : say("Save the key")}
      </Button>
      <SignIn row={row} />
    </div>
  );
}
