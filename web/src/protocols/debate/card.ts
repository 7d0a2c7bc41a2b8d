// What is to be known of a debate before one is shown?
import { MessagesSquare } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const debate: ProtocolCard = {
  protocol: "debate",
  answersNow: true,
  watched: true,
  icon: MessagesSquare,
  fits: {
    words:
      /(^|[.!?\n]\s*)(should|shall|ought)\b|\bworth it\b|\bpros and cons\b|\b(arguments?|case) (for|against)\b|\bdevil'?s advocate\b|\bobjections?\b|\bwhat could go wrong\b/i,
    because: say("You ask for or against something. Answers that rank low may object, and positions may change."),
  },
  shownFirst: say("debate"),
};
