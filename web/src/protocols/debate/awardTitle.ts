// How is an achievement called?
import { say } from "@/language/say";
import type { Award } from "./awards";

const TITLES: Readonly<Record<Award["name"], string>> = {
  "best-friends": say("Best Friends"),
  "comeback-king": say("Comeback King"),
  contrarian: say("Contrarian"),
  "dark-horse": say("Dark Horse"),
  "iron-wall": say("Iron Wall"),
  peacemaker: say("Peacemaker"),
  rivalry: say("Rivalry"),
  "silver-tongue": say("Silver Tongue"),
  unanimous: say("Unanimous"),
  workhorse: say("Workhorse"),
};

export const awardTitle = (name: Award["name"]): string => TITLES[name];
