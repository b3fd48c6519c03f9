import { MAX_SHOWN, topContributions } from "./contributions.js";

test("the largest contributions come first, whatever their sign", () => {
  expect(topContributions({ a: 1, b: -3, c: 2 })).toEqual({
    shown: [
      { column: "b", contribution: -3 },
      { column: "c", contribution: 2 },
      { column: "a", contribution: 1 },
    ],
    remainder: null,
  });
});

test("the remaining contributions are summed, so that the total is complete", () => {
  const all = Object.fromEntries(Array.from({ length: MAX_SHOWN + 3 }, (_, place) => [`x${place}`, MAX_SHOWN + 3 - place]));
  const { shown, remainder } = topContributions(all);
  expect(shown).toHaveLength(MAX_SHOWN);
  expect(remainder).toBe(3 + 2 + 1);
});
