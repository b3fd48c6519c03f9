import { errorBars } from "./error-bars.js";

test("an error bar reaches one spread to each side of the importance and is not joined to the next", () => {
  const importance = [
    { column: "load", importance: 3, spread: 0.5 },
    { column: "speed", importance: 1, spread: 0.25 },
  ];
  expect(errorBars(importance)).toEqual([[2.5, 0], [3.5, 0], null, [0.75, 1], [1.25, 1], null]);
});
