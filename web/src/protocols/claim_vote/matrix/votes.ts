// How is a vote on a claim shown? A sign, a tone and words; and how claims can be put in order by what the tally says.
import { say } from "@/language/say";
import type { BallotView, FindingOf, SessionState } from "@/wire/types";
import { KINDS, openWords, TIER_ORDER, type Tier } from "../voting";
import { latest } from "@/playback/found";
import { stageOf } from "@/playback/keys";

export type ClaimList = FindingOf<"claim-list">;
export type Claim = ClaimList["claims"][number];
export type Tiers = FindingOf<"tiers">;
export type ClaimTally = Tiers["claims"][number];
type Votes = Extract<NonNullable<BallotView["ballot"]>, { type: "claim-votes" }>["votes"];
export type Vote = Votes[string];

/** One claim with all that is known of it. */
export interface ClaimRow {
  claim: Claim;
  /** Its place as extracted, from 1. */
  number: number;
  /** Null until the votes are counted. */
  tally: ClaimTally | null;
  /** Seat and vote. */
  votes: ReadonlyMap<string, Vote>;
  /** Seat and why its vote on this claim could not be read. */
  unread: ReadonlyMap<string, string>;
  /** What the missing votes could change, in words; empty where none is missing. */
  open: string;
}

export interface ClaimGrid {
  rows: readonly ClaimRow[];
  /** Seats with a column, in seat order. */
  voters: readonly string[];
  tiers: Tiers | null;
  list: ClaimList;
  /** Why a seat's votes are missing; a seat not named may still vote. */
  silent: ReadonlyMap<string, string>;
}

/** Every claim with the votes handed in so far; null before there are claims. */
export function claimGridOf(
  findings: SessionState["findings"],
  ballots: SessionState["ballots"],
  seats: SessionState["seats"],
): ClaimGrid | null {
  const list = latest(findings, "claim-list");
  if (list === null) return null;
  const tiers = latest(findings, "tiers");
  const silent = new Map<string, string>();
  const votes = new Map<string, Votes>();
  const lost = new Map<string, Readonly<Record<string, string>>>();
  for (const view of Object.values(ballots)) {
    if (view.ballot?.type === "claim-votes") {
      votes.set(view.reader, view.ballot.votes);
      lost.set(view.reader, view.ballot.unread);
    } else if (view.spoiled !== "" && stageOf(view.key) === "votes")
      silent.set(view.reader, say("Its ballot could not be read."));
  }
  for (const { seat, how } of tiers?.silent ?? [])
    if (!silent.has(seat))
      silent.set(seat, how === "spoiled" ? say("Its ballot could not be read.") : say("It did not answer."));
  const rows = list.claims.map((claim, at) => {
    const given = new Map<string, Vote>();
    for (const [seat, all] of votes) {
      const vote = all[claim.id];
      if (vote !== undefined) given.set(seat, vote);
    }
    const tally = tiers?.claims.find((each) => each.claim === claim.id) ?? null;
    return {
      claim,
      number: at + 1,
      tally,
      votes: given,
      unread: new Map([...lost].flatMap(([seat, all]) => (claim.id in all ? [[seat, all[claim.id] ?? ""]] : []))),
      open: tally === null ? "" : openWords(tally),
    };
  });
  return { rows, voters: seats.map((seat) => seat.id), tiers, list, silent };
}

export const ORDERS = {
  extracted: say("As extracted"),
  division: say("Consensus to divisive"),
  kind: say("By kind"),
  tier: say("By tier"),
} as const;
export type Order = keyof typeof ORDERS;

/** What is said of a seat without a vote on a claim. */
export function missingWords(grid: ClaimGrid, row: ClaimRow, seat: string): string {
  const why = row.unread.get(seat);
  if (why !== undefined)
    return say("voted, but its vote here could not be read: {why}. It counts in no mean.", { why });
  if (grid.tiers === null && !grid.silent.has(seat)) return say("has not voted yet.");
  return [say("did not vote."), grid.silent.get(seat) ?? "", say("It counts in no mean.")].filter(Boolean).join(" ");
}

/** The rows of a kind, in an order; rows that are equal in it stay as extracted. */
export function ordered(rows: readonly ClaimRow[], order: Order, kind: Claim["kind"] | ""): readonly ClaimRow[] {
  const kept = kind === "" ? [...rows] : rows.filter((row) => row.claim.kind === kind);
  const kinds = Object.keys(KINDS);
  const ranks: Record<Order, (row: ClaimRow) => number> = {
    extracted: (row) => row.number,
    division: (row) => row.tally?.sd ?? Infinity,
    kind: (row) => kinds.indexOf(row.claim.kind),
    tier: (row) => (row.tally === null ? Infinity : TIER_ORDER.indexOf(row.tally.tier)),
  };
  const rank = ranks[order];
  return kept.sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a === b ? one.number - other.number : a - b;
  });
}

/** What the tiers come to, in one sentence. */
export function summaryOf(grid: ClaimGrid): string {
  const claims = grid.rows.length;
  if (grid.tiers === null) {
    const voted = grid.voters.filter((seat) => grid.rows.some((row) => row.votes.has(seat))).length;
    return say(
      "{claims, plural, one {# claim is} other {# claims are}} put to the vote; {voted, number} of {members, number} members have voted.",
      { claims, voted, members: grid.voters.length },
    );
  }
  const count = (tier: Tier): number => grid.tiers?.claims.filter((each) => each.tier === tier).length ?? 0;
  const [high, medium, contested, rejected] = TIER_ORDER.map(count) as [number, number, number, number];
  return say(
    "{high, number} of {claims, plural, one {# claim} other {# claims}} {high, plural, one {has} other {have}} high agreement{medium, plural, =0 {} one {; # is medium} other {; # are medium}}{contested, plural, =0 {} one {; # is contested} other {; # are contested}}{rejected, plural, =0 {} one {; # is rejected} other {; # are rejected}}.",
    { high, claims, medium, contested, rejected },
  );
}

/** How few ballots would change a claim's tier, in words. */
export function kWords({ k, k_exact: exact }: ClaimTally): string {
  if (k === null) return say("No single change of ballots found would move it to another tier.");
  if (k === 0) return say("The missing votes could change its tier.");
  return exact
    ? say("It would take {k, plural, one {# ballot} other {# ballots}} changed to move it to another tier.", { k })
    : say("It would take at least {k, plural, one {# ballot} other {# ballots}} changed to move it to another tier.", {
        k,
      });
}
