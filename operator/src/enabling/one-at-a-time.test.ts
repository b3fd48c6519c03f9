import { createOneAtATime } from "./one-at-a-time.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("an owner's tasks run one after another, also after one that fails, and those of other owners and operators meanwhile", async () => {
  const told: string[] = [];
  let endFirst: () => void = () => undefined;
  const begin =
    (name: string, end = Promise.resolve()) =>
    async () => {
      told.push(name);
      await end;
      if (name === "second") throw new Error(name);
    };
  const [oneAtATime, ofAnotherOperator] = [createOneAtATime(), createOneAtATime()];
  const first = oneAtATime("u1", begin("first", new Promise((resolve) => (endFirst = resolve))));
  const later = [oneAtATime("u1", begin("second")), oneAtATime("u1", begin("third"))];
  const others = [oneAtATime("u2", begin("other owner")), ofAnotherOperator("u1", begin("other operator"))];
  await nextTurn();
  expect(told).toEqual(["first", "other owner", "other operator"]);
  endFirst();
  const ends = await Promise.allSettled([first, ...later, ...others]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"]);
  await oneAtATime("u1", begin("afterwards"));
  expect(told.slice(3)).toEqual(["second", "third", "afterwards"]);
});
