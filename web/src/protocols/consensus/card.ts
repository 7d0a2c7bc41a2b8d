// What is to be known of a consensus before one is shown?
import { Repeat2 } from "lucide-react";
import type { ProtocolCard } from "../card";

export const consensus: ProtocolCard = { protocol: "consensus", icon: Repeat2 };
