/** The user's guide in each language has the same pages, and each page the same parts. */
import { readdirSync, readFileSync } from "node:fs";

const GUIDE = new URL("../../../docs/guide/", import.meta.url);
const LANGUAGES = ["tw", "cn", "ja"];
const pagesIn = (folder: string) => readdirSync(new URL(folder, GUIDE)).filter((name) => name.endsWith(".md"));
const PAGES = pagesIn(".");

/** What a page has, and a translation keeps. */
const PARTS = {
  "levels of headings": /^#+ /gm,
  pictures: /!\[[^\]]+\]\((pictures\/[^)]+)\)/g,
  links: /(?<!!)\[[^\]]+\]\(([^)#]+)/g,
  "items of lists": /^ *(?:-|\d+\.) /gm,
  "rows of tables": /^\|.*\|$/gm,
  code: /`[^`]+`/g,
};
type Part = keyof typeof PARTS;

function partsOf(markdown: string, part: Part): string[] {
  const found = Array.from(markdown.matchAll(PARTS[part]), ([whole, target]) => target ?? whole);
  // The words of a table's cells differ; their number does not. Sentences have another order.
  if (part === "rows of tables") return found.map((row) => row.replaceAll(/[^|]/g, ""));
  return part === "code" || part === "links" ? found.sort() : found;
}

test.each(LANGUAGES)("the guide has the same pages in %s", (language) => {
  expect(PAGES.length).toBeGreaterThan(5);
  expect(pagesIn(`${language}/`)).toEqual(PAGES);
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("the guide has no italics, which the scripts of these languages do not have", () => {
    const italics = PAGES.flatMap((page) => {
      const text = readFileSync(new URL(`${language}/${page}`, GUIDE), "utf8").replaceAll(/`[^`]*`|^[*] /gm, "");
      return text.match(/(?<!\*)\*[^*\n]+\*(?!\*)/g) ?? [];
    });
    expect(italics).toEqual([]);
  });

  test.each(PAGES)("%s has the same parts", (page) => {
    const [english, translated] = ["", `${language}/`].map((folder) => readFileSync(new URL(folder + page, GUIDE), "utf8"));
    for (const part of Object.keys(PARTS) as Part[]) {
      expect({ part, found: partsOf(translated!, part) }).toEqual({ part, found: partsOf(english!, part) });
    }
  });
});

/** Pictures that a page shows, each by its path in the guide. */
function picturesIn(folder: string): string[] {
  const pages = PAGES.map((page) => readFileSync(new URL(folder + page, GUIDE), "utf8"));
  return pages.flatMap((markdown) => partsOf(markdown, "pictures").map((picture) => folder + picture));
}

test.each(["", ...LANGUAGES.map((language) => `${language}/`)])(
  "the pictures of the guide in the folder '%s' are those that its pages show",
  (folder) => {
    const files = readdirSync(new URL(`${folder}pictures/`, GUIDE)).map((name) => `${folder}pictures/${name}`);
    expect(files.sort()).toEqual([...new Set(picturesIn(folder))].sort());
  },
);
