// What is to be known of peer review before one is shown?
import { Scale } from "lucide-react";
import type { ProtocolCard } from "../card";

export const peerReview: ProtocolCard = { protocol: "peer-review", icon: Scale, byDefault: true };
