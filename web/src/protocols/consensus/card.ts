// What is to be known of a consensus before one is shown?
import { Repeat2 } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const consensus: ProtocolCard = {
  protocol: "consensus",
  answersNow: true,
  icon: Repeat2,
  fits: {
    words:
      /\bconsensus\b|\bagree (on|upon)\b|\bhow (likely|probable)\b|\bprobability\b|\bforecasts?\b|\bestimates?\b|\bpredict/i,
    because: say(
      "You ask for an estimate or an agreement. Rounds go on until the members agree, or say that they do not.",
    ),
  },
};
