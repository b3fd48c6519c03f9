import "../../../testing/dom.js";
import { pairName } from "./correlation-chart.js";

test("the tooltip of a correlation names both columns, and a column once beside itself", () => {
  const labels = ["heat", "pressure"];
  expect([pairName(labels, 1, 0), pairName(labels, 1, 1)]).toEqual(["pressure × heat", "pressure"]);
});
