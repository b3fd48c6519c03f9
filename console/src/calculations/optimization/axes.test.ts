import type { ModelInput, OptimizationRequest } from "@agatha/contracts";
import { axesOf, endLabelRoom, MAX_AXES } from "./axes.js";

const input = (name: string): ModelInput => ({ name, type: "n", min: 0, max: 10, typical: 5, integer: false, levels: [] });
const request = (variables: OptimizationRequest["variables"]): OptimizationRequest => ({
  target: { goal: "max" },
  variables,
  goals: [],
  constraints: [],
  solutions: 5,
  apart: 0.5,
  seed: 1,
});

test("fixed inputs have no axis; the other axes cover the searched range", () => {
  const asked = request([
    { column: "a", fixed: 3 },
    { column: "b", max: 20 },
  ]);
  expect(axesOf(["a", "b", "c"].map(input), asked, [{ a: 3, b: 1, c: 2 }])).toEqual([
    { input: input("b"), from: 0, to: 20 },
    { input: input("c"), from: 0, to: 10 },
  ]);
});

test("with many inputs the axes are those in which the solutions differ most, in the model's order", () => {
  const names = Array.from({ length: MAX_AXES + 2 }, (_, place) => `x${place}`);
  const settings = (shift: number) => Object.fromEntries(names.map((name, place) => [name, place < 2 ? 5 : (5 + shift * place) / 2]));
  expect(axesOf(names.map(input), request([]), [settings(0), settings(0.1)]).map((axis) => axis.input.name)).toEqual(names.slice(2));
});

test("a date at the end of an axis has more room than a number", () => {
  const [number, date] = [{ input: input("a") }, { input: { ...input("b"), type: "d" as const } }];
  // "Sep 30, 2026" and "2026年12月31日" are about 80 pixels wide.
  expect(endLabelRoom([number, date]).side).toBeGreaterThanOrEqual(40);
  expect(endLabelRoom([number]).side).toBe(24);
  expect(endLabelRoom([number, date]).share(date)).toBeGreaterThan(endLabelRoom([number, date]).share(number));
});
