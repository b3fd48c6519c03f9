import { Unavailable } from "@agatha/contracts";
import { lastKnown } from "./last-known.js";

const AWAY = new Unavailable("the store does not answer");

test("while the store is away its last answer counts, if it is of the minute before; errors of other kinds stay errors", async () => {
  let now = 0;
  let answer: () => string | undefined = () => "valid";
  const read = lastKnown(async () => answer(), { now: () => now });
  const fails = (error: Error) => () => {
    throw error;
  };
  answer = fails(AWAY);
  await expect(read("a")).rejects.toBe(AWAY);
  answer = () => "valid";
  expect(await read("a")).toBe("valid");
  now += 61_000;
  expect(await read("b")).toBe("valid");
  answer = fails(AWAY);
  now += 3_600_000;
  expect(await read("b")).toBe("valid");
  await expect(read("a")).rejects.toBe(AWAY);
  answer = fails(new Error("a defect"));
  await expect(read("b")).rejects.toThrow("a defect");
});

test("what the store no longer has does not count while it is away", async () => {
  let answer: () => string | undefined = () => "valid";
  const read = lastKnown(async () => answer(), { now: () => 0 });
  expect(await read("a")).toBe("valid");
  answer = () => undefined;
  expect(await read("a")).toBeUndefined();
  answer = () => {
    throw AWAY;
  };
  await expect(read("a")).rejects.toBe(AWAY);
});
