// What should a person look at? Alarms stop nothing; each can be acknowledged.
import { Coded } from "@/controls/Coded";
import { Button } from "@/controls/Button";
import { Card, Chip } from "@/controls/Card";
import { say } from "@/language/say";
import { setAcknowledged, type Alarm } from "./asked";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

export function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  return (
    <Card title={say("Alarms")} id="alarms">
      {alarms.length === 0 ? (
        <p className={`${css["how"]} small wrap`}>{say("There is nothing to look at.")}</p>
      ) : (
        <ul className={`${ours["schedules"]} stack`}>
          {alarms.map((each) => (
            <li key={each.key}>
              <div className="row spread">
                <p className="wrap grow">
                  {each.acknowledged ? <Chip>{say("acknowledged")}</Chip> : <Chip tone="bad">{say("alarm")}</Chip>}{" "}
                  <Coded text={each.says} />
                </p>
                <Button onClick={() => void setAcknowledged(each.key, !each.acknowledged)}>
                  {each.acknowledged ? say("Show again") : say("Acknowledge")}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
