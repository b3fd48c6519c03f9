import { drawnCurves, individualCurves } from "./partial-dependence.js";

const curves = (labels: (string | null)[]) => labels.map((label) => ({ label, values: [] }));

test.each<[string, (string | null)[], (string | null)[]]>([
  ["a number has its one curve", [null], [null]],
  ["of two classes the second is drawn", ["no", "yes"], ["yes"]],
  ["of three classes all are drawn", ["a", "b", "c"], ["a", "b", "c"]],
  ["of many classes eight are drawn", [..."abcdefghij"], [..."abcdefgh"]],
])("curves of partial dependence: %s", (_rule, labels, drawn) => {
  expect(drawnCurves(curves(labels)).map(({ label }) => label)).toEqual(drawn);
});

test("curves of single rows are drawn behind one curve, and not behind several", () => {
  const withRows = curves(["no", "yes", "perhaps"]).map((curve, i) => ({ ...curve, individual: [{ row: 7, values: [i, null] }] }));
  expect(individualCurves(drawnCurves(withRows.slice(0, 2)))).toEqual([[1, null]]);
  expect(individualCurves(drawnCurves(withRows))).toEqual([]);
  expect(individualCurves(drawnCurves(withRows, "perhaps"))).toEqual([[2, null]]);
  expect(individualCurves(drawnCurves(curves([null])))).toEqual([]);
});
