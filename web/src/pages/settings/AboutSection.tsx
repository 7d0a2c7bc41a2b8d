// What is this, which version, and under which licences is it built?
import { useQuery } from "@tanstack/react-query";
import { titled } from "@/councils/words";
import { client, given } from "@/wire/client";
import { Asked, SectionHead } from "./Section";
import css from "./settings.module.css";

export const useAbout = () =>
  useQuery({
    queryKey: ["about"],
    queryFn: async () => given(await client.GET("/api/about")),
    staleTime: Infinity,
  });

export function AboutSection() {
  const about = useAbout();
  return (
    <>
      <SectionHead title="About">
        Moot seats several language models around a question, lets them deliberate by rules anyone can read, and returns
        an answer that can be audited.
      </SectionHead>
      <Asked of={about}>
        {(found) => (
          <dl className={css["facts"]}>
            <dt>Version</dt>
            <dd>{found.version}</dd>
            <dt>Python</dt>
            <dd>{found.python}</dd>
            <dt>Transcripts</dt>
            <dd>version {found.schema} of the format; older ones open as they are</dd>
            <dt>Protocols</dt>
            <dd>{found.protocols.map(titled).join(", ")}</dd>
            <dt>Licences</dt>
            <dd>
              <a href={found.licences}>of everything this app is built with</a>
            </dd>
            <dt>For programs</dt>
            <dd>
              <a href="/api/openapi.json">the API as an OpenAPI document</a>
            </dd>
            <dt>Keyboard</dt>
            <dd>
              <kbd>?</kbd> or <kbd>Ctrl</kbd> <kbd>/</kbd> shows every shortcut
            </dd>
          </dl>
        )}
      </Asked>
    </>
  );
}
