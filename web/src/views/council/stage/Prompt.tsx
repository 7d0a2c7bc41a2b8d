// What exactly is a seat asked? The messages that were sent, from where the server keeps them.
import { useQuery } from "@tanstack/react-query";
import { Bone, Refusal } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { promptOf } from "@/hooks/prompts";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { problemFrom } from "@/wire/client";
import css from "../council.module.css";

export function Prompt({ session, move, person = false }: { session: string; move: string; person?: boolean }) {
  const prompt = useQuery({
    queryKey: ["prompt", session, move],
    staleTime: Infinity,
    queryFn: () => promptOf(session, `${move}~1`),
  });
  if (prompt.isError) return <Refusal problem={problemFrom(prompt.error)} />;
  if (prompt.data === undefined) return <Bone width="80%" />;
  return (
    <div className={`${css["prompt"]} stack scroll`}>
      {prompt.data.messages.map(({ text, plain }, at) => (
        <Markdown key={at} text={person ? plain : text} />
      ))}
      {prompt.data.schema !== "" && !person && (
        <Disclosure title={say("The form its answer is read by")}>
          <pre className={`${css["form"]} scroll wrap pre on-sunk outlined`} lang="">
            {prompt.data.schema}
          </pre>
        </Disclosure>
      )}
    </div>
  );
}
