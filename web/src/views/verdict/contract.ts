// Read the result contract: the answer, who stands behind each of its sentences, and what speaks against it.
import { useTransport } from "@/hooks/session";
import type { Gist } from "@/wire/types";

export type Contract = Gist["result"];
export type Reason = Contract["reasons"][number];
export type Sentence = Contract["sentences"][number];

const NOTHING: Contract = {
  answer: null,
  body: null,
  confidence: "",
  disagreement: "",
  reasons: [],
  dissent: [],
  would_change: [],
  sentences: [],
  sources: [],
  selective: null,
};

/** The contract of a session that has ended; empty fields before. */
export const useContract = (): Contract => useTransport((transport) => transport.gist?.result ?? NOTHING);
