// What is to be known of an adjudication before one is shown?
import { Gavel } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const adjudication: ProtocolCard = {
  protocol: "adjudication",
  answersNow: true,
  icon: Gavel,
  fits: {
    words:
      /```|\b(review|examine|audit|assess|judge|critique) (this|my|our|the) (code|change|patch|diff|design|plan|proposal|architecture|migration|contract)\b|\bpull request\b|\bcode review\b/i,
    files: /\.(py|[jt]sx?|mjs|go|rs|java|kt|swift|cs|c|cc|cpp|h|hpp|rb|php|sql|sh|diff|patch)$/i,
    because: say(
      "You ask for code or a plan to be judged. Answers are rebutted and revised, and a rubric with scores decides.",
    ),
  },
};
