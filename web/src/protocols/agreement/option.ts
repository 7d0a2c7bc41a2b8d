// What is the option called that has the answers compared beside a protocol's own stages?
import { say } from "@/language/say";
export const OPTION = { name: "agreement", title: say("Agreement map: where the answers agree and differ") };
