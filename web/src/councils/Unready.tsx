// Who cannot be asked now, and why? Each cause in a sentence, with the way to the settings of its service.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { endpointOf } from "./roster";
import { useEndpoints } from "./shelf";
import css from "./councils.module.css";

/** The other model that a sentence of the server ends with, where there is one. */
const ADVISED = /With a key you have: (\S+)\.$/;

interface Given {
  lines: readonly string[];
  /** The model that was typed, and what takes another in its place. */
  typed?: string | undefined;
  onTake?: ((model: string) => void) | undefined;
}

export function Unready(given: Given) {
  return given.lines.length === 0 ? null : <Lines {...given} />;
}

function Lines({ lines, typed = "", onTake }: Given) {
  const endpoints = useEndpoints().data ?? [];
  return lines.map((line) => {
    const name = endpointOf(line); // a sentence begins with the models it is about
    const row = endpoints.find((each) => each.endpoint === name);
    const other = ADVISED.exec(line)?.[1] ?? "";
    return (
      <p key={line} className={`${css["unready"]} warning wrap`}>
        <Coded text={line} />{" "}
        {row !== undefined && (
          <Link href={`/settings/endpoints/${name}`}>
            <Coded text={say("Settings of {service}", { service: row.title })} />
          </Link>
        )}{" "}
        {other !== "" && onTake !== undefined && line.startsWith(`${typed.trim()} `) && (
          <Button
            onClick={() => {
              onTake(other);
            }}
          >
            {say("Use {model}", { model: other })}
          </Button>
        )}
      </p>
    );
  });
}
