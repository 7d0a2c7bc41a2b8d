// What do protocols bring to the form a council is convened with? How far each goes, said in one control; all other options
// come from the server's declarations.
import type { ComponentType } from "react";
import { Depth as Adjudication } from "./adjudication/Depth";
import { Depth as Consensus } from "./consensus/Depth";
import { adjudication } from "./adjudication/card";
import { OPTION as agreementMap } from "./agreement/option";
import { consensus } from "./consensus/card";
import type { DepthGiven } from "./depth";

const DEPTHS = new Map<string, { Depth: ComponentType<DepthGiven> }>([
  [adjudication.protocol, { Depth: Adjudication }],
  [consensus.protocol, { Depth: Consensus }],
]);

export const depthOf = (protocol: string): { Depth: ComponentType<DepthGiven> } | undefined => DEPTHS.get(protocol);

/** What an option is called on the form, where its name does not say it. */
export const optionTitle = (name: string): string | undefined =>
  name === agreementMap.name ? agreementMap.title : undefined;
