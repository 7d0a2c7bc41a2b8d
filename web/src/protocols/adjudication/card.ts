// What is to be known of an adjudication before one is shown?
import { Gavel } from "lucide-react";
import type { ProtocolCard } from "../card";

export const adjudication: ProtocolCard = { protocol: "adjudication", icon: Gavel };
