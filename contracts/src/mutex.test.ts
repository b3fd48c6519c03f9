import { createMutexByKey } from "./mutex.js";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("tasks of a key run one after another, also after one that fails, and those of other keys and of other mutexes meanwhile", async () => {
  const told: string[] = [];
  let endFirst: () => void = () => undefined;
  const begin =
    (name: string, end = Promise.resolve()) =>
    async () => {
      told.push(name);
      await end;
      if (name === "second") throw new Error(name);
    };
  const [mutex, other] = [createMutexByKey(), createMutexByKey()];
  const first = mutex("u1", begin("first", new Promise((resolve) => (endFirst = resolve))));
  const later = [mutex("u1", begin("second")), mutex("u1", begin("third"))];
  const others = [mutex("u2", begin("other key")), other("u1", begin("other mutex"))];
  await nextTurn();
  expect(told).toEqual(["first", "other key", "other mutex"]);
  endFirst();
  const ends = await Promise.allSettled([first, ...later, ...others]);
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled", "fulfilled"]);
  await mutex("u1", begin("afterwards"));
  expect(told.slice(3)).toEqual(["second", "third", "afterwards"]);
});
