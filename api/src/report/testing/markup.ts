/** Checks that apply to every report, whatever the names of columns. */

/** Returns the names of all elements, and every attribute with its value. */
function markupOf(html: string): { elements: Set<string>; attributes: string[] } {
  const tags = [...html.matchAll(/<([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/g)];
  return {
    elements: new Set(tags.map(([, name]) => String(name))),
    attributes: tags.flatMap(([, , text]) => String(text).match(/[\w:-]+="[^"]*"/g) ?? []),
  };
}

const ALLOWED_ELEMENTS =
  "html head meta link title style body h1 h2 h3 p b a span article table thead tbody tr th td section ul li figure figcaption div svg g path rect circle text".split(
    " ",
  );

/** Expects only text, tables and drawings. Links point within the page or to an empty icon. */
export function expectNoInjectedMarkup(html: string): void {
  const { elements, attributes } = markupOf(html);
  expect([...elements].filter((name) => !ALLOWED_ELEMENTS.includes(name))).toEqual([]);
  expect(
    attributes.filter((attribute) => /^(?:on|href|src|xlink|style)/.test(attribute) && !/^href="(?:#c\d+|data:,)"$/.test(attribute)),
  ).toEqual([]);
  expect(html).not.toContain("<script");
  expect(html.match(/</g)).toHaveLength([...html.matchAll(/<\/?[a-zA-Z][^<>]*>|<!doctype html>/g)].length);
  expect(html).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;é&#39;");
}

/** Expects all elements to be closed in order. */
export function expectBalancedTags(html: string): void {
  const open: string[] = [];
  for (const [, end, name = "", single] of html.matchAll(/<(\/?)([a-z][\w-]*)[^<>]*?(\/?)>/g)) {
    if (single === "/" || ["meta", "link"].includes(name)) continue;
    if (end === "/") expect(open.pop()).toBe(name);
    else open.push(name);
  }
  expect(open).toEqual([]);
}

/** Expects numeric coordinates, and labels for charts. */
export function expectValidCharts(html: string): void {
  expect(html).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  expect(html.match(/<svg/g) ?? []).toHaveLength((html.match(/<svg [^>]*role="img" aria-label="[^"]+"/g) ?? []).length);
}
