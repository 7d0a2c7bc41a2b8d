// May the session on this page be steered, and where are its views? A shared or recorded one is only read.
import { createContext, use } from "react";

export interface Steering {
  /** The session to ask the server about; null where it can only be read. */
  id: string | null;
  /** The address its views stand under. */
  base: string;
  /** The part of a view that the address leads to; empty for its beginning. */
  part?: string;
}

export const SteeringContext = createContext<Steering>({ id: null, base: "" });

export const useSteering = (): Steering => use(SteeringContext);
