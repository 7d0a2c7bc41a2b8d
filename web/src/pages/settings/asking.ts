// How is the server asked for what its typed document does not name yet? The same way, with the answer's form stated here.
import { refusedFrom, unreachable } from "@/wire/client";

export async function ask<T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST"): Promise<T> {
  const sent =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  let response: Response;
  try {
    response = await fetch(path, { method, ...sent });
  } catch {
    throw unreachable();
  }
  if (!response.ok) throw await refusedFrom(response);
  return (await response.json()) as T;
}
