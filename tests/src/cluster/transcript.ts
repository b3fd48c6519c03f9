/** Transcripts in the documentation: commands after a dollar sign, and what they print. */

export interface TranscriptStep {
  command: string;
  /** What comes back, in which `…` stands for anything, and a line of nothing else for any lines. */
  output: string;
}

/** The blocks of a Markdown text between fences, each with what its fence names. */
export function fencedBlocks(markdown: string): { language: string; text: string }[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));
}

/** A command may go on over several lines, up to the first that is not indented or part of a here-document. */
export function transcriptSteps(block: string): TranscriptStep[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const lines = part.trimEnd().split("\n");
      const marker = /<<'?(\w+)'?$/.exec(lines[0] ?? "")?.[1];
      const end = marker === undefined ? 1 : lines.indexOf(marker) + 1;
      return { command: lines.slice(0, end).join("\n"), output: lines.slice(end).join("\n") };
    });
}

/** The pattern of an expected output: blanks between words count as one, as columns are as wide as their content. */
export function outputPattern(output: string): RegExp {
  const lines = output.split("\n").map((line) => {
    if (line.trim() === "…") return "(?:.*\\n)*?";
    return `${line.trim().split(/\s+/).map(wordPattern).join("[ \\t]+")}[ \\t]*\\n`;
  });
  return new RegExp(`^${lines.map((line) => (line.startsWith("(?:") ? line : `[ \\t]*${line}`)).join("")}$`);
}

const wordPattern = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
