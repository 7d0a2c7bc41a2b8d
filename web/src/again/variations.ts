// What can be different when a session is asked again? Each way with what it needs, as the server takes it.
import { say } from "@/language/say";
import { stageOf } from "@/playback/keys";
import type { Schemas, SessionState } from "@/wire/types";

export type ForkBody = Schemas["ForkBody"];
export type Way = "chair" | "office" | "member" | "answer" | "failed" | "stage" | "rubric" | "protocol" | "question";

export interface Chosen {
  chair: string;
  /** The role that another model takes: an arbiter, an editor. */
  office: string;
  /** The seat that another model takes. */
  seat: string;
  model: string;
  /** The answer that is asked again, by key. */
  answer: string;
  stage: string;
  rubric: string;
  protocol: string;
  question: string;
}

export const TITLES: Record<Way, string> = {
  chair: say("Another chair"),
  office: say("Another model in a role"),
  member: say("Another member"),
  answer: say("One answer again"),
  failed: say("Only what failed"),
  stage: say("From a stage on"),
  rubric: say("Another rubric"),
  protocol: say("Another protocol"),
  question: say("Other words"),
};

export const SAYS: Record<Way, string> = {
  chair: say("Everything up to the chair’s first call stays."),
  office: say("Everything up to the role’s first call stays."),
  member: say("Another model takes a member’s place; what the others answered first stays."),
  answer: say("One member answers again, and everything after it is repeated."),
  failed: say("Calls that came to nothing, and what came after them."),
  stage: say("Everything before the stage stays as it is."),
  rubric: say("Answers stay as far as the rubric was not shown to whoever wrote them."),
  protocol: say("The same council, the same question, from the beginning."),
  question: say("Another question to the same council, from the beginning. Files go along."),
};

/** What of a session's state the form rests on. */
export type Shown = Pick<SessionState, "moves" | "ballots" | "entered" | "seats" | "offices" | "protocol" | "question">;

/** Answers and ballots that were given, in the order they were asked. */
export const spoken = (state: Shown) =>
  Object.values(state.moves).filter(
    (move) => move.state === "spoke" && !move.key.includes("+") && state.entered.includes(stageOf(move.key)),
  );

/** Whether a call came to nothing, or what was said could not be read. */
const failed = (state: Shown): boolean =>
  Object.values(state.moves).some((move) => move.state === "failed" || move.state === "late") ||
  Object.values(state.ballots).some((ballot) => ballot.spoiled !== "");

/** Those who judge or write beside the chair, the first holder of each role. */
export const roles = ({ offices }: Shown) => offices.filter(({ id }) => !/-\d+$/.test(id) && id !== "chair");

/** The ways that this session offers; another chair only where a chair is asked. */
export function waysOf(state: Shown, takesRubric: boolean, chaired = true): Way[] {
  const ways: Way[] = chaired ? ["chair", "member"] : ["member"];
  if (!chaired && roles(state).length > 0) ways.unshift("office");
  if (spoken(state).length > 0) ways.push("answer");
  if (failed(state)) ways.push("failed");
  if (state.entered.length > 0) ways.push("stage");
  if (takesRubric) ways.push("rubric");
  return [...ways, "protocol", "question"];
}

/** What stands in the form first: whoever failed is the one to replace, the first answer the one to ask again. */
export function firstChosen(state: Shown): Chosen {
  const lost = Object.values(state.moves).find((move) => move.state === "failed" || move.state === "late");
  const seat = state.seats.find((each) => each.id === lost?.seat) ?? state.seats[0];
  return {
    chair: "",
    office: roles(state)[0]?.id ?? "",
    seat: seat?.id ?? "",
    model: "",
    answer: spoken(state)[0]?.key ?? "",
    stage: state.entered.at(-1) ?? "",
    rubric: "",
    protocol: "",
    question: state.question.text,
  };
}

/** The body of a request; null where something is still to be chosen. */
export function bodyOf(way: Way, chosen: Chosen, state: Shown): Partial<ForkBody> | null {
  const { chair, office, seat, model, answer, stage, rubric, protocol, question } = chosen;
  switch (way) {
    case "chair":
      return named(chair) ? { chair: chair.trim() } : null;
    case "office":
      return office !== "" && named(model) ? { offices: { [office]: model.trim() } } : null;
    case "member":
      return seat !== "" && named(model) ? { members: { [seat]: model.trim() } } : null;
    case "answer":
      return answer === "" ? null : { again: [answer] };
    case "failed":
      return { retry_failed: true };
    case "stage":
      return stage === "" ? null : { stage };
    case "rubric":
      return rubric === "" ? null : { rubric };
    case "protocol":
      return protocol === "" ? null : { protocol };
    case "question":
      return question.trim() === "" || question.trim() === state.question.text.trim() ? null : { question };
  }
}

/** Whether this reads as a model's whole name. */
const named = (model: string): boolean => /^[^\s/]+\/\S+$/.test(model.trim());

/** What is missing before there is a price. */
export const LACKING: Record<Way, string> = {
  chair: say("Name the chair to see what it costs."),
  office: say("Name the model to see what it costs."),
  member: say("Name the model to see what it costs."),
  answer: "",
  failed: "",
  stage: "",
  rubric: say("Choose the rubric to see what it costs."),
  protocol: say("Choose the protocol to see what it costs."),
  question: say("Change the words to see what it costs."),
};
