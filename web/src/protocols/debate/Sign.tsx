// Which sign does an achievement have? Nothing is earned before the end, so signs come late.
import { Flame, Handshake, Hammer, Megaphone, Moon, ShieldHalf, Swords, Trophy, Undo2, Users } from "lucide-react";
import type { ComponentType } from "react";
import type { Award } from "./awards";

interface Drawn {
  size: number;
  strokeWidth: number;
}

const SIGNS: Record<Award["name"], ComponentType<Drawn>> = {
  "comeback-king": Undo2,
  unanimous: Trophy,
  contrarian: Flame,
  peacemaker: Handshake,
  "iron-wall": ShieldHalf,
  "silver-tongue": Megaphone,
  workhorse: Hammer,
  "dark-horse": Moon,
  rivalry: Swords,
  "best-friends": Users,
};

export default function Sign({ name, ...drawn }: Drawn & { name: Award["name"] }) {
  const Icon = SIGNS[name];
  return <Icon {...drawn} />;
}
