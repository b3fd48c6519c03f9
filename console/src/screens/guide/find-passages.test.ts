import { findPassages } from "./find-passages.js";

const PAGES = [
  {
    page: "models",
    markdown: "# Models\n\n![The RMSE of a model](model.webp)\n\nFigures such as RMSE\nare measured.\n\n- *Importance* of a column",
  },
  { page: "words", markdown: "# Words\n\n- **RMSE**: an error.\n- **MAE**: a mean error." },
] as const;

test.each<[string, string, string[]]>([
  [
    "a word is found in paragraphs and list items, in any case, and not in pictures",
    "rmse",
    ["Figures such as RMSE\nare measured.", "**RMSE**: an error."],
  ],
  ["all words must be in one passage", "mean  error", ["**MAE**: a mean error."]],
  ["a heading is found without its mark", "models", ["Models"]],
  ["nothing is found for blanks", "  ", []],
])("passages of the guide: %s", (_sentence, query, expected) => {
  expect(findPassages(PAGES, query).map(({ markdown }) => markdown)).toEqual(expected);
});
