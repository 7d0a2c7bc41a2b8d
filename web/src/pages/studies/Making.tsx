// What stands where figures are being made?
import { Bone } from "@/controls/Card";
import { say } from "@/language/say";
import figures from "../figures.module.css";

export function Making() {
  return (
    <div role="status" className={figures["shown"]} aria-busy="true">
      <p className={figures["how"]}>{say("Figures are being made; the first ones take some seconds.")}</p>
      <Bone height="96px" />
      <Bone height="260px" />
    </div>
  );
}
