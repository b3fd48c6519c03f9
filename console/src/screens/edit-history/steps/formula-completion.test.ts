import { complete, completions, signatureOf } from "./formula-completion.js";

const columns = ["speed", "heat max", "lag"].map((name) => ({ name, label: name, type: "n" as const, frequentValues: [], range: null }));
const names = (formula: string, caret = formula.length) => completions(formula, caret, columns).map(({ inserted }) => inserted);

test("names that begin with the word before the caret are offered, then names that contain it", () => {
  expect(names("1 + co")).toEqual(["coalesce(", "cos(", "concat(", "contains("]);
  expect(names("mean")).toEqual(["rolling_mean("]);
  expect(names("lag")).toEqual(["lag", "lag("]);
  expect(names("hea")).toEqual(["[heat max]"]);
  expect(names("[he")).toEqual(["[heat max]"]);
});

test("nothing is offered without a word, and no word that is whole already", () => {
  expect(names("1 + ")).toEqual([]);
  expect(names("speed")).toEqual([]);
});

test("a completion takes the place of the word before the caret", () => {
  const [column] = completions("1 + hea * 2", 7, columns);
  expect(complete("1 + hea * 2", 7, column!)).toEqual({ formula: "1 + [heat max] * 2", caret: 14 });
});

test("a signature has what may be left out in brackets", () => {
  expect(signatureOf("lag", (parameter) => parameter)).toBe("lag(same, rows, [group])");
  expect(signatureOf("concat", (parameter) => parameter)).toBe("concat(s, s, …)");
});
