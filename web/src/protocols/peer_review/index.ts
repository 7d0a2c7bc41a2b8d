// What does peer review bring to a session's page? Rankings and the standing are drawn for every protocol; its own is that
// its review ends in one.
import type { Brought } from "@/findings/brought";

export const peerReview: Brought = { ranks: "peer-review" };
