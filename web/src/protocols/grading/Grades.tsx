// How do grades look? Each answer with its grade, who gave it and the words it rests on; a signed-in person may overrule.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/controls/Button";
import { Chip, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Said, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { BallotOf, FindingOf } from "@/wire/types";

type Grades = FindingOf<"answer-grades">;
type Grade = Grades["grades"][number];
const COUNCIL = "verdict";

function toneOf({ right, declined }: Grade): readonly [string, Tone] {
  if (declined) return [say("declines"), "mid"];
  if (right === null) return [say("not graded"), "plain"];
  return right ? [say("right"), "good"] : [say("wrong"), "bad"];
}

function byOf({ by }: Grade): string {
  if (by === "") return "";
  if (by === "code") return say("compared by code");
  return by === "person" ? say("says a person") : say("says {grader}", { grader: by });
}

function Line({ grade }: { grade: Grade }) {
  const [says, tone] = toneOf(grade);
  return (
    <>
      <p className="row">
        {grade.seat === COUNCIL ? <b>{say("The council's answer")}</b> : <Who seat={grade.seat} />}
        <Chip tone={tone}>{says}</Chip>
        <span className="muted">{[byOf(grade), grade.why].filter((part) => part !== "").join("; ")}</span>
      </p>
      {grade.quote !== "" && <Said>“{grade.quote}”</Said>}
    </>
  );
}

type Overrule = (seat: string, right: boolean | null) => void;

function Listed({ known, grades, overrule }: Pick<Grades, "known" | "grades"> & { overrule?: Overrule | undefined }) {
  return (
    <>
      <p className="measure wrap">
        {say("Known to be right:")} <b lang="">{known}</b>
      </p>
      <ol className={`${css["list"]} stack`}>
        {grades.map((grade) => (
          <li key={grade.seat}>
            <Line grade={grade} />
            {overrule !== undefined && <Overruling grade={grade} overrule={overrule} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Overruling({ grade: { seat, right, by }, overrule }: { grade: Grade; overrule: Overrule }) {
  return (
    <span className="row">
      {[true, false]
        .filter((said) => said !== right)
        .map((said) => (
          <Button
            key={String(said)}
            onClick={() => {
              overrule(seat, said);
            }}
          >
            {said ? say("It is right") : say("It is wrong")}
          </Button>
        ))}
      {by === "person" && (
        <Button
          onClick={() => {
            overrule(seat, null);
          }}
        >
          {say("As graded")}
        </Button>
      )}
    </span>
  );
}

/** The grades as they stand now, for somebody who may say otherwise. */
function Steered({ session, finding }: { session: string; finding: Grades }) {
  const queries = useQueryClient();
  const key = ["grades", session];
  const now = useQuery({
    queryKey: key,
    queryFn: async () => given(await client.GET("/api/sessions/{session}/grades", { params: { path: { session } } })),
    retry: false,
  });
  const saying = useMutation({
    mutationFn: async ({ seat, right }: { seat: string; right: boolean | null }) =>
      given(
        await client.PUT("/api/sessions/{session}/grades/{seat}", {
          params: { path: { session, seat } },
          body: { right, why: "" },
        }),
      ),
    onSuccess: (made) => {
      queries.setQueryData(key, made);
    },
  });
  const problem = saying.error === null ? null : problemFrom(saying.error);
  const overrule: Overrule = (seat, right) => {
    saying.mutate({ seat, right });
  };
  return (
    <>
      <Listed {...(now.data ?? finding)} overrule={now.data && !saying.isPending ? overrule : undefined} />
      {problem !== null && (
        <p role="alert" className="muted">
          <Coded text={`${problem.message} ${problem.remedy}`} />
        </p>
      )}
    </>
  );
}

export function GradesBody({ finding }: { finding: Grades }) {
  const { id } = useSteering();
  return id === null ? <Listed {...finding} /> : <Steered session={id} finding={finding} />;
}

export function GradesFound({ finding }: { finding: FindingOf<"grades-found"> }) {
  return (
    <ol className={`${css["list"]} stack`}>
      {finding.grades.map((grade) => (
        <li key={grade.seat}>
          <Line grade={grade} />
        </li>
      ))}
    </ol>
  );
}

export function Reading({ ballot: { answers } }: { ballot: BallotOf<"grades"> }) {
  return (
    <ul className={`${css["list"]} stack`}>
      {Object.entries(answers).map(([seat, { group, declined, quote }]) => (
        <li key={seat}>
          <p className="row">
            {seat === COUNCIL ? <b>{say("The council's answer")}</b> : <Who seat={seat} />}
            <Chip tone={declined ? "mid" : "plain"}>
              {declined ? say("declines") : group === 0 ? say("unclear") : say("group {group}", { group })}
            </Chip>
          </p>
          <Said>“{quote}”</Said>
        </li>
      ))}
    </ul>
  );
}
