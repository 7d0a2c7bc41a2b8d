// What do protocols bring to the council view? The stages each draws in its own way.
import "./verdict";
import { bringShown } from "@/views/council/brought";
import { Adjudication } from "./adjudication/Adjudication";
import { Rebuttals } from "./adjudication/Rebuttals";
import { Rounds } from "./consensus/Rounds";
import { Rebuttals as Answered } from "./debate/Rebuttals";

bringShown({ rebuttal: { Shown: Rebuttals }, adjudication: { Shown: Adjudication } });
bringShown({ round: { Shown: Rounds } });
bringShown({ rebuttals: { Shown: Answered } });
