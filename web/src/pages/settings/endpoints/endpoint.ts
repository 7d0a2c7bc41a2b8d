// How is an endpoint kept? Its fields as they are sent; the server takes a row as a whole.
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { EndpointFull, Schemas } from "@/wire/types";

export type EndpointBody = Schemas["EndpointBody"];

/** The wires a row can name; each is a way of speaking to a service. */
export const WIRES = ["openai", "ollama", "anthropic", "google", "mistral"] as const;

/** A row as it stands, ready to be sent with changes. */
export function bodyFrom(row: EndpointFull): EndpointBody {
  const body: EndpointBody = { title: row.title, wire: row.wire, private: row.private };
  if (row.url !== "") body.url = row.url;
  if (row.concurrency !== null) body.concurrency = row.concurrency;
  return body; // without a price: what is left out stays as it is
}

export async function keepEndpoint(name: string, body: EndpointBody): Promise<EndpointFull> {
  const row = given(await client.PUT("/api/endpoints/{name}", { params: { path: { name } }, body }));
  await refresh(row);
  return row;
}

export async function forgetEndpoint(name: string): Promise<void> {
  await client.DELETE("/api/endpoints/{name}", { params: { path: { name } } });
  await refresh();
}

export async function keepKey(name: string, key: string): Promise<void> {
  await keepEndpoint(name, { key });
}

export async function forgetKey(name: string): Promise<void> {
  await keepEndpoint(name, { key: null });
}

export async function tryEndpoint(name: string, model: string | null): Promise<Schemas["EndpointCheckReply"]> {
  const tried = given(await client.POST("/api/endpoints/{name}/test", { params: { path: { name } }, body: { model } }));
  queries.setQueryData<EndpointFull[]>(["endpoints"], (rows) =>
    rows?.map((each) => (each.endpoint === name ? { ...each, test: tried.test } : each)),
  );
  return tried;
}

/** Shows what changed at once, and asks anew for everything that hangs on it: models, and who sits by default. */
async function refresh(row?: EndpointFull): Promise<void> {
  if (row !== undefined)
    queries.setQueryData<EndpointFull[]>(["endpoints"], (rows) =>
      rows?.some((each) => each.endpoint === row.endpoint)
        ? rows.map((each) => (each.endpoint === row.endpoint ? row : each))
        : [...(rows ?? []), row],
    );
  for (const key of ["models", "councils"]) void queries.invalidateQueries({ queryKey: [key] });
  await queries.invalidateQueries({ queryKey: ["endpoints"] });
}

/** Where a new one is entered; no endpoint can be called that. */
export const NEW = "-new";

/** What is known of a row's key, in a few words. */
export function keyWords({ key, url }: EndpointFull): string {
  const { last, variable } = key;
  if (key.where === "kept") return last === "" ? say("key, kept by Moot") : say("key {last}, kept by Moot", { last });
  if (key.where === "environment")
    return last === ""
      ? say("key, from {variable}", { variable })
      : say("key {last}, from {variable}", { last, variable });
  if (key.needed) return variable === "" ? say("no key") : say("no key: enter one, or set {variable}", { variable });
  return url === "" ? say("needs nothing") : say("needs no key");
}
