// How does the app ask the server? Typed by the OpenAPI document; a refusal becomes an error that says what to do.
import createClient, { type Middleware } from "openapi-fetch";
import { say } from "@/language/say";
import type { paths } from "./api";
import type { Problem } from "./types";

/** The server said no, or could not be reached. */
export class Refused extends Error implements Problem {
  constructor(
    readonly code: string,
    message: string,
    readonly remedy: string,
    readonly status: number,
  ) {
    super(message);
    this.name = "Refused";
  }
}

const refuse: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await refusedFrom(response);
  },
  onError({ error }) {
    if (error instanceof Refused || (error instanceof DOMException && error.name === "AbortError")) return;
    return unreachable();
  },
};

/** Empty where there is no page: what only reads events loads this file too, and asks nothing. */
const ORIGIN = "location" in globalThis ? globalThis.location.origin : "";

export const client = createClient<paths>({ baseUrl: ORIGIN, fetch: (r) => globalThis.fetch(r) });
client.use(refuse);

export const unreachable = (): Refused =>
  new Refused(
    "offline",
    say("The server cannot be reached."),
    say("What is on this page stays. It is tried again."),
    0,
  );

/** What a refusal says, whatever its form. */
export async function refusedFrom(response: Response): Promise<Refused> {
  try {
    const body = (await response.json()) as { error?: Partial<Problem> };
    const { code, message, remedy } = body.error ?? {};
    if (message !== undefined) return new Refused(code ?? "refused", message, remedy ?? "", response.status);
  } catch {
    // not our server's form: said below
  }
  return new Refused(
    "refused",
    say("The server answered {status}.", { status: String(response.status) }),
    say("Try again."),
    response.status,
  );
}

/** What went wrong, in words, from anything that was thrown. */
export function problemFrom(error: unknown): Problem {
  if (error instanceof Refused) return error;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "broken", message, remedy: say("Reload the page; what the server holds is kept.") };
}

/** The same as one text for a field or a note; nothing where nothing went wrong. */
export function refusal(error: unknown): string | undefined {
  if (error === null) return undefined;
  const { message, remedy } = problemFrom(error);
  return `${message} ${remedy}`;
}

/**
 * The data of an answer; openapi-fetch types it as possibly missing although refusals throw, and as a text where the route
 * also gives a table.
 */
export function given<T>(answer: { data?: T }): Exclude<T, string> {
  if (answer.data === undefined)
    throw new Refused("empty", say("The server answered with nothing."), say("Try again."), 0);
  return answer.data as Exclude<T, string>;
}
