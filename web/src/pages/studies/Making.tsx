// What stands where figures are being made?
import { Bone } from "@/controls/Card";
import { say } from "@/language/say";
import figures from "../figures.module.css";

export const MAKING = say("Figures are being made; the first ones take some seconds.");

export const Making = () => (
  <div role="status" className="stack loose" aria-busy="true">
    <p className={`${figures["how"]} small wrap`}>{MAKING}</p>
    <Bone height="260px" />
  </div>
);
