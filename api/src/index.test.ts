import { COLLECTIONS } from "@agatha/contracts";
import type { EditHistoryApiAnswer, EditStepAnswer } from "@agatha/contracts/wire";
import { createApi } from "./index.js";
import { addUser, readJson, serve, testDeps } from "./testing/deps.js";
import { addDataset } from "./testing/models.js";

const STEP = { cond: "x > 1", spec: { type: "filter", groups: [{ conditions: [{ column: "x", op: "gt", value: 1 }] }] } };

test("a call that comes while the server is closing is answered and counted", async () => {
  const deps = testDeps();
  const api = createApi(deps);
  const server = await serve(deps, api.server);
  const owner = await addUser(deps, "someone");
  const client = await server.loggedInAs(owner);
  const manager = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
  const { metadata } = await addDataset(deps, { owner });
  const history = `/agatha/datasets/${metadata.name}/extraction`;
  const { id } = await readJson<EditStepAnswer>(client("POST", `${history}/`, { body: STEP }));
  const enabled = { api_update_list: [{ dataset_id: metadata.name, api_enabled: true }] };
  expect((await manager("PATCH", "/agatha/openthirdapi/update_extractions/", { body: enabled })).status).toBe(200);
  const { api_token: token } = await readJson<EditHistoryApiAnswer>(client("GET", `${history}/${id}/api/`));

  await api.close(async () => {
    const answer = await server.anonymous("POST", "/tukey/extapi/", { body: { token, data: { x: 3 } } });
    expect(answer.status).toBe(200);
    await server.close();
  });
  expect(await deps.documents.collection(COLLECTIONS.apiUsage).find()).toMatchObject([{ calls: 1, rows: 1 }]);
  deps.cleanUp();
});
