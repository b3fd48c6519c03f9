import { createWorkLog, MAX_STARTED, type StartedWork, type WorkLog } from "./work-log.js";

const training = (id: string): StartedWork => ({ kind: "automodel", id, datasetId: "d1", userId: "u1" });
const DONE = { name: "Oven", end: "done" as const, endedAt: "2024-05-01T08:00:00Z" };

/** Tabs of one browser: they share one storage, and a channel reaches all other tabs. */
function browser(readStored: string | null = null) {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? readStored,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const hearers: (() => void)[][] = [];
  return {
    tab(): WorkLog {
      const own: (() => void)[] = [];
      hearers.push(own);
      return createWorkLog(storage, {
        addEventListener: (_event, heard) => void own.push(heard),
        postMessage: () => {
          for (const heard of hearers.filter((each) => each !== own).flat()) heard();
        },
      });
    },
  };
}

// @contract what-automatic-trainings-were-begun-in-a
test("work that one tab starts is listed in every tab, and every tab is notified", () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  const onChange = jest.fn();
  const stop = other.subscribe(onChange);
  one.add(training("a1"));
  expect(one.started()).toEqual([training("a1")]);
  expect(other.started()).toEqual([training("a1")]);
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  one.add(training("a2"));
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(other.started()).toEqual([training("a2"), training("a1")]);
});

test("a tab that is opened later reads the stored log", () => {
  const { tab } = browser();
  tab().add(training("a1"));
  expect(tab().started()).toEqual([training("a1")]);
});

// @contract in-the-console-the-page-of-a
test("only the first tab that ends work reports its end, which every tab then lists", () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  one.add(training("a1"));
  expect([other.end(training("a1"), DONE), one.end(training("a1"), DONE)]).toEqual([true, false]);
  expect(one.started()).toEqual([]);
  expect(one.ended()).toEqual([{ ...training("a1"), ...DONE }]);
});

test("a dataset and its report are different work", () => {
  const log = browser().tab();
  const report: StartedWork = { ...training("d1"), kind: "report" };
  for (const work of [{ ...report, kind: "dataset" as const }, report]) log.add(work);
  log.end(report, DONE);
  expect(log.started().map(({ kind }) => kind)).toEqual(["dataset"]);
});

test("cancelled work is in neither list", () => {
  const log = browser().tab();
  log.add(training("a1"));
  expect(log.end(training("a1"), null)).toBe(true);
  expect([log.started(), log.ended()]).toEqual([[], []]);
});

test("the lists are the same objects until something changes", () => {
  const log = browser().tab();
  log.add(training("a1"));
  const before = [log.started(), log.ended()];
  expect(log.end(training("other"), DONE)).toBe(false);
  expect([log.started(), log.ended()].map((list, i) => list === before[i])).toEqual([true, true]);
});

test("the oldest work is dropped when the log is full", () => {
  const log = browser().tab();
  for (let i = 0; i <= MAX_STARTED; i++) log.add(training(`a${i}`));
  expect(log.started()).toHaveLength(MAX_STARTED);
  expect(log.started().map(({ id }) => id)).not.toContain("a0");
});

test.each<[string, string | null, StartedWork[]]>([
  ["an empty storage gives none", null, []],
  ["invalid JSON gives none", "[{", []],
  ["a value that is no log gives none", '{"a1":1}', []],
  [
    "entries of another shape are left out",
    '{"started":[null,{"id":"a1"},{"kind":"automodel","id":"a2","datasetId":"d1","userId":"u1"}],"ended":[1]}',
    [training("a2")],
  ],
])("stored work: %s", (_sentence, kept, list) => {
  const log = browser(kept).tab();
  expect([log.started(), log.ended()]).toEqual([list, []]);
});

// @contract a-share-is-noticed
test("a share and its end are told once, also to other tabs, and each user's shares are their own", () => {
  const { tab } = browser();
  const [one, other] = [tab(), tab()];
  const cars = { id: "d1", name: "Cars" };
  const at = DONE.endedAt;
  const kinds = (news: ReturnType<WorkLog["updateShared"]>) => news.map(({ kind, name }) => `${kind} ${name}`);
  expect(one.updateShared("u1", [], at)).toEqual([]);
  expect(kinds(one.updateShared("u1", [cars], at))).toEqual(["share Cars"]);
  expect(other.updateShared("u1", [cars], at)).toEqual([]);
  expect(other.updateShared("u2", [cars], at)).toEqual([]);
  expect(kinds(other.updateShared("u1", [], at))).toEqual(["shareEnd Cars"]);
  expect(kinds(one.ended())).toEqual(["shareEnd Cars", "share Cars"]);
  expect(kinds(tab().ended())).toEqual(["shareEnd Cars", "share Cars"]);
});
