/** Transcripts in the documentation: commands after a dollar sign, and their output. */

interface TranscriptStep {
  command: string;
  /** Expected output, in which `…` matches anything, and a line with only `…` matches any lines. */
  output: string;
}

/** Returns the fenced blocks of a Markdown text, each with the language of its fence. */
export function fencedBlocks(markdown: string): { language: string; text: string }[] {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({ language, text }));
}

/**
 * Returns the commands of a block with their output. A command continues until the first line that is neither indented nor part
 * of a here-document.
 */
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

/** Returns the pattern of an expected output. Blanks between words count as one, because columns are as wide as their content. */
export function outputPattern(output: string): RegExp {
  const lines = output.split("\n").map((line) => {
    if (line.trim() === "…") return "(?:.*\\n)*?";
    return `${line.trim().split(/\s+/).map(wordPattern).join("[ \\t]+")}[ \\t]*\\n`;
  });
  return new RegExp(`^${lines.map((line) => (line.startsWith("(?:") ? line : `[ \\t]*${line}`)).join("")}$`);
}

const wordPattern = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
