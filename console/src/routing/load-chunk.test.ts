import { loadChunk } from "./load-chunk.js";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

// @contract a-part-of-the-console-may-take
test("loading a part of the console fails after 120 s", async () => {
  let outcome = "loading";
  const loading = loadChunk(() => new Promise(() => undefined)).catch((error: Error) => (outcome = error.message));
  jest.advanceTimersByTime(119_999);
  // Settled promises are reported in later microtasks.
  for (let i = 0; i < 9; i++) await Promise.resolve();
  expect(outcome).toBe("loading");
  jest.advanceTimersByTime(1);
  await loading;
  expect(outcome).toBe("A part of the console was not loaded: It took more than 120 s");
});

test.each([
  ["an existing part is loaded", () => Promise.resolve("screen"), "screen"],
  [
    "a failed download is reported at once",
    () => Promise.reject(new Error("broken off")),
    "A part of the console was not loaded: broken off",
  ],
])("loading a part of the console: %s", async (_sentence, load, expected) => {
  expect(await loadChunk<string>(load).catch((error: Error) => error.message)).toBe(expected);
});
