// What if a view breaks? It alone says so; the rest of the page stays.
import { Component, type ReactNode } from "react";
import { Failed } from "./Card";

export class Boundary extends Component<{ name: string; children: ReactNode }, { broken: Error | null }> {
  override state: { broken: Error | null } = { broken: null };

  static getDerivedStateFromError(broken: Error) {
    return { broken };
  }

  override render() {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    const problem = {
      code: "broken",
      message: `${this.props.name} could not be drawn: ${broken.message}`,
      remedy: "The session is not touched by this. Try again, or look at it in another view.",
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
