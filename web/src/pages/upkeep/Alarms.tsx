// What should a person look at? Alarms stop nothing; each can be acknowledged, or rest for a week.
import { Coded } from "@/controls/Coded";
import { Button } from "@/controls/Button";
import { Card, Chip } from "@/controls/Card";
import { say } from "@/language/say";
import { day } from "@/language/written";
import { see, unsee, type Alarm } from "./asked";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

const WEEK = 7;

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
                  {each.seen === "" ? (
                    <Chip tone="bad">{say("alarm")}</Chip>
                  ) : (
                    <Chip>
                      {each.seen === "acknowledged"
                        ? say("acknowledged")
                        : say("rests until {day}", { day: day(each.until) })}
                    </Chip>
                  )}{" "}
                  <Coded text={each.says} />
                </p>
                <div className="row">
                  {each.seen === "" ? (
                    <>
                      <Button onClick={() => void see(each.key, null)}>{say("Acknowledge")}</Button>
                      <Button onClick={() => void see(each.key, WEEK)}>{say("Snooze for a week")}</Button>
                    </>
                  ) : (
                    <Button onClick={() => void unsee(each.key)}>{say("Tell again")}</Button>
                  )}
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
