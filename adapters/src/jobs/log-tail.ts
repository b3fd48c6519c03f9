import { StringDecoder } from "node:string_decoder";

/** The end of what a job prints, of bounded size. */
export interface LogTail {
  /** A writer for one stream, whose characters may be cut between two chunks. */
  writer(): (chunk: Buffer) => void;
  /** The last lines, oldest first. */
  last(lines: number): string;
}

export function createLogTail(maxCharacters: number): LogTail {
  let text = "";

  /** Whole lines, but for one that alone is longer than the bound. */
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
        // Cut seldom, so that printing much costs little.
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
