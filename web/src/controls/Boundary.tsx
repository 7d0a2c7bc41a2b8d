// What if a view breaks? It alone says so; the rest of the page stays.
import { Component, useEffect, type ReactNode } from "react";
import { say } from "@/language/say";
import { Failed } from "./Card";
import { answers, isUnloaded, mayReload } from "./late";

export class Boundary extends Component<{ name: string; children: ReactNode }, { broken: Error | null }> {
  override state: { broken: Error | null } = { broken: null };

  static getDerivedStateFromError(broken: Error) {
    return { broken };
  }

  override render() {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    if (isUnloaded(broken)) return <Unloaded name={this.props.name} />;
    const problem = {
      code: "broken",
      message: say("{name} could not be drawn: {message}", { name: this.props.name, message: broken.message }),
      remedy: say("The session is not touched by this. Try again, or look at it in another view."),
    };
    return (
      <Failed
        problem={problem}
        again={() => {
          this.setState({ broken: null });
        }}
      />
    );
  }
}

/** A part that did not come: the page is loaded again by itself as soon as the server answers. */
function Unloaded({ name }: { name: string }) {
  useEffect(() => {
    const left = new AbortController();
    void answers(left.signal).then((there) => {
      if (there && mayReload()) location.reload();
    });
    return () => {
      left.abort();
    };
  }, []);
  return (
    <Failed
      problem={{
        code: "unloaded",
        message: say("{name} could not be loaded: the server does not answer, or was updated.", { name }),
        remedy: say("Nothing is lost: sessions go on without the page. Load it again when the server runs."),
      }}
      again={() => {
        location.reload();
      }}
    />
  );
}
