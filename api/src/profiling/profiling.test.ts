import { COLLECTIONS, type DatasetStatus } from "@agatha/contracts";
import type { DatasetAnswer, ErrorBody, ProfilingAnswer } from "@agatha/contracts/wire";
import { OVEN_PROFILE } from "../report/testing/table-profile.js";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { addUser, readJson } from "../testing/deps.js";

let fixture: DatasetFixture;
beforeEach(async () => {
  fixture = await createDatasetFixture();
});
afterEach(() => fixture.close());

const profiling = async (): Promise<ProfilingAnswer> => readJson(await fixture.client("GET", `${fixture.path}/profiling/`));
const ask = (body: object = {}): Promise<Response> => fixture.client("POST", `${fixture.path}/profiling/`, { body });
const requestOf = async () => (await fixture.spec())?.profiling;

async function addSort(): Promise<void> {
  const { metadata } = fixture.dataset;
  const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
  const entry = { id: "e", order: 1, enabled: true, cond: "", spec, owner: fixture.someone.id, updatedAt: "2024-05-01T08:00:00Z" };
  await fixture.deps.documents.collection(COLLECTIONS.editHistories).insert({ id: metadata.uid, entries: [entry] });
}

/** Finishes the report as the operator does. */
async function finish(): Promise<void> {
  const { key } = await fixture.deps.objects.put("datasets/oven/profile.json", Buffer.from(JSON.stringify(OVEN_PROFILE)));
  await fixture.setStatus({ profilingStatus: "success", profile: { fingerprint: "f", report: key } });
}

// @contract get-agatha-datasets-id-profiling-report
test("there is no report until one is requested", async () => {
  expect(await profiling()).toEqual({ status: null, report: null, use_ext_data: null, progress: 0, reason: null, message: null });
  const answer = await fixture.client("GET", `${fixture.path}/profiling/report/`);
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([404, "010416"]);
});

// @contract get-agatha-datasets-id-profiling, profiling-is-pending-init-then-success-or
test("a report is pending, then in progress, then one page that runs no script", async () => {
  const asked = await ask();
  expect([asked.status, await readJson(asked)]).toMatchObject([202, { status: "pending", use_ext_data: false, report: null }]);
  await fixture.setStatus({ profilingStatus: "init", task: "t" });
  const progress = { fraction: 0.5, step: "profile", updatedAt: "2024-05-01T08:00:00Z" };
  await fixture.deps.documents.collection(COLLECTIONS.progress).put({ id: "t", ...progress });
  expect(await profiling()).toMatchObject({ status: "init", progress: 0.5 });
  expect(await readJson<DatasetAnswer>(await fixture.client("GET", fixture.path))).toMatchObject({ profiling_status: "init" });
  await finish();
  const { status, report } = await profiling();
  expect([status, report]).toEqual(["success", `${fixture.server.url}${fixture.path}/profiling/report/`]);
  const page = await fixture.client("GET", `${fixture.path}/profiling/report/`);
  expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("Content-Security-Policy")).not.toMatch(/script-src[^;]*unsafe-inline/);
  expect(await page.text()).toContain("Oven – Data report");
});

test("a report that a manager requests is recorded, and its owner's is not", async () => {
  await ask();
  const manager = await addUser(fixture.deps, "manager", { auth: "manager" });
  await (await fixture.server.loggedInAs(manager))("POST", `${fixture.path}/profiling/`, { body: {} });
  expect(await fixture.deps.documents.collection(COLLECTIONS.audit).find()).toMatchObject([
    { userId: manager.id, action: "dataset.profile", target: fixture.dataset.metadata.name },
  ]);
});

// @contract post-agatha-datasets-id-profiling
test("a request during a report starts no second one; a request after it does", async () => {
  await ask();
  const first = await requestOf();
  await ask({ use_ext_data: false });
  expect(await requestOf()).toEqual(first);
  await finish();
  await ask();
  expect(await requestOf()).not.toEqual(first);
  expect(await profiling()).toMatchObject({ status: "pending", report: null });
});

test("a report of edited rows keeps a snapshot of the steps; without enabled entries there is none", async () => {
  await ask({ use_ext_data: true });
  expect((await requestOf())?.extraction).toBeUndefined();
  await addSort();
  await ask({ use_ext_data: true });
  const { extraction } = (await requestOf())!;
  const kept = await fixture.deps.documents.collection(COLLECTIONS.editSteps).get(extraction!);
  expect(kept?.specs).toEqual([{ type: "sort", by: [{ column: "x", order: "asc" }] }]);
  expect(await profiling()).toMatchObject({ use_ext_data: true, status: "pending" });
});

test.each<[string, DatasetStatus, Partial<ProfilingAnswer>]>([
  [
    "that the rows do not allow",
    { profilingStatus: "fail", profile: { fingerprint: "f", reason: "010409", message: "No row is left" } },
    { status: "fail", reason: "010409", message: "No row is left", report: null },
  ],
  [
    "of a file that turned out to be damaged",
    { phase: "preprocess_fail", profilingStatus: "fail", reason: "010407", message: "line 3" },
    { status: "fail", reason: "010407", message: "line 3", report: null },
  ],
  // @contract profiling-is-pending-init-then-success-or
])("a failed report states its reason: %s", async (_case, status, expected) => {
  await ask();
  await fixture.setStatus(status);
  expect(await profiling()).toMatchObject(expected);
});

test("a report of an unreadable file cannot be requested", async () => {
  await fixture.setStatus({ phase: "preprocess_fail", reason: "010407", message: "line 3" });
  expect((await readJson<ErrorBody>(await ask())).tukey_error).toBe("010407");
});

test.each([[{ use_ext_data: "perhaps" }], [{ use_ext_data: 1 }]])("the report's request must not be %j", async (body) => {
  expect((await ask(body)).status).toBe(400);
});
