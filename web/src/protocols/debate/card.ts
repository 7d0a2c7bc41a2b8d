// What is to be known of a debate before one is shown?
import { MessagesSquare } from "lucide-react";
import type { ProtocolCard } from "../card";

export const debate: ProtocolCard = {
  protocol: "debate",
  icon: MessagesSquare,
  opens: "theatre",
  shownFirst: "debate",
};
