// What is to be known of peer review before one is shown?
import { Scale } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const peerReview: ProtocolCard = {
  protocol: "peer-review",
  answersNow: true,
  icon: Scale,
  byDefault: true,
  fits: {
    because: say("An open question: independent answers, ranked without names, and one answer written from them."),
  },
};
