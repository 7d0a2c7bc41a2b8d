// What is to be known of a fusion before one is shown?
import { Combine } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const fusion: ProtocolCard = {
  protocol: "fusion",
  answersNow: true,
  icon: Combine,
  fits: {
    words: /(^|[.!?\n]\s*)(please )?(write|draft|compose|rewrite|summari[sz]e|combine|merge|outline)\b|\bbest of\b/i,
    because: say(
      "You ask for a text. The best of several answers goes into one, after an analysis with verified passages.",
    ),
  },
};
