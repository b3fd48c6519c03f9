import { createStartedTrainings, MAX_STARTED_TRAININGS, type StartedTraining, type StartedTrainings } from "./started-trainings.js";

const training = (id: string): StartedTraining => ({ id, datasetId: "d1", userId: "u1" });

/** Tabs of one browser: they share one storage, and a channel reaches all other tabs. */
function browser(readStored: string | null = null) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? readStored,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const hearers: (() => void)[][] = [];
  return {
    tab(): StartedTrainings {
      const own: (() => void)[] = [];
      hearers.push(own);
      return createStartedTrainings(storage, {
        addEventListener: (_event, heard) => void own.push(heard),
        postMessage: () => {
          for (const heard of hearers.filter((each) => each !== own).flat()) heard();
        },
      });
    },
  };
}

// @contract what-automatic-trainings-were-begun-in-a
test("a training that one tab starts is listed in every tab, and every tab is notified", () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  const onChange = jest.fn();
  const stop = other.subscribe(onChange);
  one.add(training("a1"));
  expect(one.list()).toEqual([training("a1")]);
  expect(other.list()).toEqual([training("a1")]);
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  one.add(training("a2"));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(other.list()).toEqual([training("a2"), training("a1")]);
});

test("a tab that is opened later reads the stored list", () => {
  const { tab } = browser();
  tab().add(training("a1"));
  expect(tab().list()).toEqual([training("a1")]);
});

// @contract in-the-console-the-page-of-a
test("only the first tab that removes a training from the list reports its end", () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  one.add(training("a1"));
  expect([other.remove("a1"), one.remove("a1")]).toEqual([true, false]);
  expect(one.list()).toEqual([]);
});

test("the list is the same object until something changes", () => {
  const list = browser().tab();
  list.add(training("a1"));
  const before = list.list();
  expect(list.remove("other")).toBe(false);
  expect(list.list()).toBe(before);
});

test("the oldest training is dropped when the list is full", () => {
  const list = browser().tab();
  for (let i = 0; i <= MAX_STARTED_TRAININGS; i++) list.add(training(`a${i}`));
  expect(list.list()).toHaveLength(MAX_STARTED_TRAININGS);
  expect(list.list().map(({ id }) => id)).not.toContain("a0");
});

test.each<[string, string | null, StartedTraining[]]>([
  ["an empty storage gives none", null, []],
  ["invalid JSON gives none", "[{", []],
  ["a value that is not a list gives none", '{"a1":1}', []],
  ["entries of another shape are left out", '[null,{"id":"a1"},{"id":"a2","datasetId":"d1","userId":"u1"}]', [training("a2")]],
])("stored trainings: %s", (_sentence, kept, list) => {
  expect(browser(kept).tab().list()).toEqual(list);
});
