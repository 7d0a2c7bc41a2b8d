// How is an endpoint kept? Its fields as they are sent; the server takes a row as a whole.
import { queries } from "@/hooks/queries";
import { client, given } from "@/wire/client";
import type { EndpointFull, Schemas } from "@/wire/types";

export type EndpointBody = Schemas["EndpointBody"];

/** The wires a row can name; each is a way of speaking to a service. */
export const WIRES = ["openai", "anthropic", "google", "mistral"] as const;

/** A row as it stands, ready to be sent with changes. */
export function bodyFrom(row: EndpointFull): EndpointBody {
  const body: EndpointBody = { title: row.title, wire: row.wire, private: row.private };
  if (row.url !== "") body.url = row.url;
  if (row.concurrency !== null) body.concurrency = row.concurrency;
  body.free = row.free; // left out, a packaged row that costs nothing would cost nothing again
  const { free, input, output } = row;
  if (!free && input !== null && output !== null) Object.assign(body, { input, output });
  return body;
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
  await refresh(given(await client.PUT("/api/endpoints/{name}/key", { params: { path: { name } }, body: { key } })));
}

export async function forgetKey(name: string): Promise<void> {
  await client.DELETE("/api/endpoints/{name}/key", { params: { path: { name } } });
  await refresh();
}

export async function tryEndpoint(name: string, model: string | null): Promise<Schemas["Tried"]> {
  return given(await client.POST("/api/endpoints/{name}/test", { params: { path: { name } }, body: { model } }));
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
  const last = key.last === "" ? "" : ` ${key.last}`;
  if (key.where === "kept") return `key${last}, kept by Moot`;
  if (key.where === "environment") return `key${last}, from ${key.variable}`;
  if (key.needed) return key.variable === "" ? "no key" : `no key: enter one, or set ${key.variable}`;
  return url === "" ? "needs nothing" : "needs no key";
}
