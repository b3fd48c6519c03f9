import { StringDecoder } from "node:string_decoder";

/** The end of a job's output, of bounded size. */
export interface LogTail {
  /** Returns a writer for one stream. Characters may be cut between chunks. */
  writer(): (chunk: Buffer) => void;
  /** Returns the last lines, oldest first. */
  last(lines: number): string;
}

/** Keeps about the last `maxCharacters` characters of all streams together, from the beginning of a line. */
export function createLogTail(maxCharacters: number): LogTail {
  let text = "";

  /** Returns whole lines, unless a single line exceeds the bound. */
  function shortened(): string {
    if (text.length <= maxCharacters) return text;
    const end = text.slice(-maxCharacters);
    const lineBreak = end.indexOf("\n");
    return lineBreak === -1 || lineBreak === end.length - 1 ? end : end.slice(lineBreak + 1);
  }

  return {
    writer() {
      const decoder = new StringDecoder("utf8");
      return (chunk) => {
        text += decoder.write(chunk);
        // Shortening rarely keeps the cost of long output low.
        if (text.length > 2 * maxCharacters) text = shortened();
      };
    },
    last(lines) {
      if (lines < 1) return "";
      const all = shortened().split("\n");
      if (all.at(-1) === "") all.pop();
      return all.slice(-lines).join("\n");
    },
  };
}
