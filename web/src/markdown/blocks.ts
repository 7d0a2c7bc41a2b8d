// Where may a text that is still being written be cut, so that only its last piece is parsed anew? At blank lines
// outside fences; a fence that is still open is closed for as long as it is.

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The pieces of a text; all but the last one stay as they are while it grows. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let open = "";
  const close = (): void => {
    if (block.length > 0) blocks.push(block.join("\n"));
    block = [];
  };
  for (const line of text.split("\n")) {
    if (open === "" && line.trim() === "") {
      close();
      continue;
    }
    block.push(line);
    open = fenceAfter(open, line);
  }
  if (open !== "") block.push(open);
  close();
  return blocks;
}

/** The fence that is open after a line, empty when none is. */
function fenceAfter(open: string, line: string): string {
  const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
  if (fence === "") return open;
  if (open === "") return fence.startsWith("`") && rest.includes("`") ? "" : fence;
  return fence.startsWith(open) && rest.trim() === "" ? "" : open;
}
