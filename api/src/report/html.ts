import type { Language } from "@agatha/contracts/wire";
import { escapeHtml } from "../http/html.js";

type Rows = readonly (readonly (string | number)[])[];
/** Returns the HTML of a row's heading from the escaped text. */
type Heading = (text: string, row: number) => string;

/** Returns a table. Text cells are escaped, and numbers are aligned to the right. If each row has a heading, it is the first cell. */
export function table(header: readonly string[], rows: Rows, heading: Heading = (text) => text): string {
  const head = header.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const body = rows
    .map(
      ([first = "", ...rest], i) => `<tr><th scope="row">${heading(escapeHtml(String(first)), i)}</th>${rest.map(tableCell).join("")}</tr>`,
    )
    .join("\n");
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

/** Returns a table that scrolls horizontally if it is too wide. */
export const wideTable = (...of: Parameters<typeof table>): string => `<div class="wide">${table(...of)}</div>`;

/** Returns a table of terms and their values. */
export function definitionTable(facts: Definitions): string {
  const rows = facts.map(([term, text]) => `<tr><th scope="row">${escapeHtml(term)}</th><td>${escapeHtml(text)}</td></tr>`);
  return `<table class="facts"><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

/** A line may end between the ends of a range of dates, and not within a date. */
const DATE = /\d{4}-\d\d-\d\d/g;

function tableCell(cell: string | number): string {
  const text = escapeHtml(String(cell));
  const isNumber = /^[+-]?[\d.–][^a-df-z]*$/i.test(text);
  return `<td${isNumber ? ' class="number"' : ""}>${text.replaceAll(DATE, "<span>$&</span>")}</td>`;
}

/** Returns a section. The title is escaped. The content is HTML, and its empty parts are left out. */
export function section(title: string, ...content: readonly string[]): string {
  return `<section><h2>${escapeHtml(title)}</h2>\n${content.filter((part) => part !== "").join("\n")}\n</section>`;
}

/** Returns a paragraph of escaped text. */
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
/** Returns a paragraph of escaped text in small print. */
export const note = (text: string): string => `<p class="note">${escapeHtml(text)}</p>`;

/** Returns a chart with a caption below. */
export function figure(chart: string, caption: string): string {
  return `<figure>${chart}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}

/** Returns figures side by side. They are HTML; empty ones are left out. */
export const figureGrid = (...all: readonly string[]): string => `<div class="figures">${all.filter((one) => one !== "").join("\n")}</div>`;

/** Returns a whole document that needs no script and no other file, not even the icon that browsers request. */
export function htmlDocument(title: string, body: string, language: Language = "en"): string {
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>
${body}
</body>
</html>
`;
}

/** For the browser, which chooses fonts and breaks lines by it. */
const LANGUAGE_TAGS: Record<Language, string> = { en: "en", tw: "zh-Hant-TW", cn: "zh-Hans-CN", ja: "ja" };

const STYLE = `
:root { color-scheme: light }
body { font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; max-width: 66rem; margin: 2rem auto; padding: 0 1rem; color: #1a1f29; background: #fff }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; overflow-wrap: anywhere } h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid #cfd6e0; padding-bottom: .2rem }
h3 { font-size: 1rem; margin: 1.2rem 0 .4rem } p { margin: .4rem 0 } .note { color: #51596a; font-size: 13px }
table { border-collapse: collapse; margin: .6rem 0; font-size: 13px } th, td { padding: .2rem .7rem .2rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
thead th { border-bottom: 1px solid #8b95a7 } thead th { overflow-wrap: normal } tbody tr { border-bottom: 1px solid #e4e8ee } tbody th { font-weight: 500 } .facts th { word-break: keep-all; overflow-wrap: break-word; max-width: 12rem } .number { text-align: right; font-variant-numeric: tabular-nums } .number, td span { white-space: nowrap }
.warnings li { margin: .2rem 0 } .figures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start } figure { margin: .5rem 0; max-width: 100% } figcaption { font-size: 13px; color: #51596a; max-width: 30rem }
svg { max-width: 100%; height: auto; font: 11px system-ui, sans-serif } .tables { display: flex; flex-wrap: wrap; gap: 0 2.5rem }
a { color: #2457a6 } .wide, figure { overflow-x: auto } .wide td { white-space: nowrap } .wide thead th { word-break: keep-all } .wide tbody th { min-width: 7rem; overflow-wrap: break-word } article { border-top: 1px solid #e4e8ee; margin-top: 1rem } .kind { font-weight: 400; color: #51596a }
@media (max-width: 40rem) { svg.large { max-width: none } table:not(:has(td:nth-child(5))) :is(tbody th, td) { min-width: 3.5rem } .number:has(span) { white-space: normal } }
@media print { body { margin: 0; max-width: none; font-size: 11pt } article, figure, table { break-inside: avoid } h2, h3, h2 + p { break-after: avoid } .figures:has(> figure:nth-child(3)) > figure { max-width: 48% } }`;

export type Definitions = readonly (readonly [string, string])[];
