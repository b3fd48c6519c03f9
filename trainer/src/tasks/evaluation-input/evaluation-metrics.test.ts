import { evaluateClassification } from "./evaluation-metrics.js";

test("rows without an answer count for no figure of a classification", () => {
  const actual = Array.from({ length: 20 }, (_, i) => (i % 4 === 0 ? "fog" : "rain"));
  const right = Array.from(actual, (label) => ({ fog: label === "fog" ? 0.9 : 0.2, rain: label === "fog" ? 0.1 : 0.8 }));
  const answered = { value: actual, prob: right };
  const asked = { response: "weather", labels: ["fog", "rain"] };
  const expected = evaluateClassification(actual, answered, asked);
  const none = { fog: null, rain: null };
  const beside = { value: [...answered.value, null, null], prob: [...answered.prob, none, none] };
  expect(evaluateClassification([...actual, "fog", "hail"], beside, asked)).toEqual(expected);
  expect(expected).toMatchObject({ rows: 20, indicators: { Accuracy: 1 } });
});
