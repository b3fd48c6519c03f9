import type { GuidePage } from "../../routing/guide-pages.js";

interface Passage {
  page: GuidePage;
  markdown: string;
}

/** Returns the paragraphs, list items and headings that contain all words of the query, in the order of the pages. */
export function findPassages(pages: readonly Passage[], query: string): Passage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages.flatMap(({ page, markdown }) =>
    markdown
      .split(/\n\s*\n|\n(?=- |#)/)
      .filter((passage) => !passage.startsWith("![") && words.every((word) => passage.toLowerCase().includes(word)))
      .map((passage) => ({ page, markdown: passage.trim().replace(/^(- |#+ )/, "") })),
  );
}
