// What is somebody called where there is little room? A long name is cut in its middle: models of one maker begin alike
// and differ at their ends.
import css from "./faces.module.css";

/** Characters at the end that are always there, and up to which a name is short enough to stand as it is. */
const END = 7;
const SHORT = 9;

/** A name in whatever room its place has. The whole of it is there to be read aloud, copied and found. */
export function Called({ name }: { name: string }) {
  const letters = [...name];
  if (letters.length <= SHORT) return name;
  const [head, end] = [letters.slice(0, -END).join(""), letters.slice(-END).join("")];
  return (
    <span className={`${css["called"]} slim here`} data-head={head} data-end={end} title={name}>
      <span className="unseen">{name}</span>
    </span>
  );
}
