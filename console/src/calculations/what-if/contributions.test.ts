import { MAX_SHOWN, topContributions } from "./contributions.js";

test("what moves the answer most comes first, whichever way it moves it", () => {
  expect(topContributions({ a: 1, b: -3, c: 2 })).toEqual({
    shown: [
      { column: "b", by: -3 },
      { column: "c", by: 2 },
      { column: "a", by: 1 },
    ],
    others: null,
  });
});

test("the rest is taken together, so that all adds up", () => {
  const all = Object.fromEntries(Array.from({ length: MAX_SHOWN + 3 }, (_, place) => [`x${place}`, MAX_SHOWN + 3 - place]));
  const { shown, others } = topContributions(all);
  expect(shown).toHaveLength(MAX_SHOWN);
  expect(others).toBe(3 + 2 + 1);
});
