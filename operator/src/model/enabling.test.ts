import { type ModelStatus, modelStatus, type Resource, type User } from "@agatha/contracts";
import { aDataset, allConditionSummaries, aModel, aReadyDataset, clock, conditionSummaries, NOW, softDeleted } from "../testing/objects.js";
import { apiRefusal } from "./api-refusal.js";
import { type ModelProgress, modelConditions } from "./conditions.js";
import { enablingDue, enablingInput, withEnabling } from "./enabling.js";

const DATASET = aReadyDataset("f");
const SUCCESS: ModelStatus = {
  phase: "success",
  artifact: { key: "models/m/a/model.bin", sha256: "d".repeat(64), size: 1, info: "info", predictions: "models/m/a/predictions.json" },
};
const model = (changes: Parameters<typeof aModel>[0] = {}): Resource<"Model"> =>
  aModel({ status: SUCCESS, ...changes, spec: { enableWhenTrained: true, ...changes.spec } });

const published = (changes: Parameters<typeof aModel>[0] = {}): Resource<"Model"> =>
  aModel({ status: SUCCESS, ...changes, spec: { apiEnabled: true } });

interface EnablingCase {
  owner?: Partial<Pick<User, "contract" | "restriction">> & { enableLimit?: number; hasProduct?: boolean };
  others?: Resource<"Model">[];
  datasets?: Resource<"Dataset">[];
  emptyColumns?: string[];
  token?: { subjectUid: string; encrypted?: string };
}

/** Fakes the operator's dependencies. Documents are found by their ids. */
function deps({
  owner = {},
  others = [],
  datasets = [DATASET],
  emptyColumns = [],
  token,
}: EnablingCase = {}): Parameters<typeof enablingInput>[0] {
  const { enableLimit = -1, hasProduct = true, ...rest } = owner;
  const access = { enabled: hasProduct, enableLimit };
  const products = { occ: access, opt: access, quality: access, timeseries: access };
  const contract = { type: "RF", startDate: NOW, dueDate: null, duration: 0, apiEnableMode: "first" };
  const stored: Record<string, object | undefined> = {
    hardness: token,
    u1: { id: "u1", active: true, contract, restriction: { autoModelEnable: true, modelLimit: -1 }, products, ...rest },
    info: { info: { inputs: [{ name: "used" }] } },
    "c.a": { check: { check_table: emptyColumns.map((name) => ({ name, all_na: true })) } },
  };
  const collection = () => ({
    get: async (id: string) => stored[id],
    getMany: async (ids: string[]) => new Map(ids.map((id) => [id, stored[id]])),
  });
  const list = async (_kind: "Model", { owner }: { owner: string }) => ({ items: others.filter(({ spec }) => spec.owner === owner) });
  return {
    documents: { collection } as unknown as Parameters<typeof enablingInput>[0]["documents"],
    resources: { list } as unknown as Parameters<typeof enablingInput>[0]["resources"],
    listers: {
      Dataset: { get: (name: string) => datasets.find(({ metadata }) => metadata.name === name), list: () => datasets },
    },
    timers: clock,
  };
}

describe("a model created by hand", () => {
  const enabled = (name: string, spec: Partial<Resource<"Model">["spec"]> = {}) =>
    aModel({ metadata: { name, uid: `uid-of-${name}` }, spec: { apiEnabled: true, ...spec } });
  const elsewhere = aDataset({ metadata: { name: "line", uid: "uid-of-line" }, spec: { productType: "occ" } });
  const expired = { type: "SP", startDate: null, dueDate: "2024-04-30T00:00:00Z", duration: 0, apiEnableMode: "first" } as const;

  test.each<[string, EnablingCase, string]>([
    ["is enabled where that was asked for", {}, "Enabled=True/Enabled"],
    ["is enabled up to the limit of the product", { owner: { enableLimit: 2 }, others: [enabled("one")] }, "Enabled=True/Enabled"],
    ["is not enabled without the product", { owner: { hasProduct: false } }, "Enabled=False/LimitReached"],
    ["is not enabled beyond it", { owner: { enableLimit: 1 }, others: [enabled("one")] }, "Enabled=False/LimitReached"],
    [
      "is not hindered by other products and other owners",
      {
        owner: { enableLimit: 1 },
        others: [enabled("one", { datasetRef: "line" }), enabled("two", { owner: "u2" })],
        datasets: [DATASET, elsewhere],
      },
      "Enabled=True/Enabled",
    ],
    [
      "is not enabled beyond the licences for all products together",
      {
        owner: { restriction: { autoModelEnable: true, modelLimit: -1, licenceLimit: 1 } },
        others: [enabled("one", { datasetRef: "line" })],
        datasets: [DATASET, elsewhere],
      },
      "Enabled=False/LimitReached",
    ],
    [
      "is not hindered by models of deleted datasets",
      {
        owner: { enableLimit: 1, restriction: { autoModelEnable: true, modelLimit: -1, licenceLimit: 1 } },
        others: [enabled("one", { datasetRef: "line" }), enabled("two", { datasetRef: "gone" })],
        datasets: [DATASET, { ...elsewhere, metadata: softDeleted(elsewhere) }],
      },
      "Enabled=True/Enabled",
    ],
    ["is not enabled after its owner's contract", { owner: { contract: expired } }, "Enabled=False/ContractExpired"],
    ["is not enabled when it uses an empty column", { emptyColumns: ["used"] }, "Enabled=False/EmptyColumn"],
    ["is enabled when another column is empty", { emptyColumns: ["other"] }, "Enabled=True/Enabled"],
    // @contract a-model-made-by-hand-is-enabled
  ])("once it is trained, %s", async (_rule, input, condition) => {
    const facts = await enablingInput(deps(input), model(), enablingDue(model(), SUCCESS, DATASET)!);
    const plan = withEnabling({ actions: [], status: SUCCESS }, model(), facts, clock);
    const isEnabled = condition.startsWith("Enabled=True");
    // The spec belongs to whoever applies it.
    expect(plan.actions).toEqual([]);
    expect(plan.status.apiEnabled).toBe(isEnabled ? true : undefined);
    expect(conditionSummaries(plan.status.conditions)).toContain(condition);
    expect(conditionSummaries(plan.status.conditions)).toContain(isEnabled ? "Published=True/Enabled" : "Published=False/Disabled");
    expect(modelStatus.parse(plan.status)).toEqual(plan.status);
  });

  const decided = withEnabling(
    { actions: [], status: SUCCESS },
    model(),
    { quota: 0, licenceExpired: false, emptyColumnsByModel: new Map() },
    clock,
  );
  test.each<[string, Resource<"Model">, ModelStatus, Resource<"Dataset"> | undefined]>([
    ["nobody asked for it", aModel({ status: SUCCESS }), SUCCESS, DATASET],
    ["it is still trained", model({ status: { phase: "fitting" } }), { phase: "fitting" }, DATASET],
    ["it was tried before, whatever became of it", model({ status: decided.status }), decided.status, DATASET],
    ["it was deleted meanwhile", model({ metadata: { deletionTimestamp: NOW } }), SUCCESS, DATASET],
    ["its dataset is gone", model(), SUCCESS, undefined],
    // @contract a-model-made-by-hand-is-enabled
  ])("a model created by hand is not enabled when %s", (_when, present, status, dataset) => {
    expect(enablingDue(present, status, dataset)).toBeUndefined();
  });

  test("a model created by hand does not count itself, so that a retry after a crash gives the same result", async () => {
    const before = { owner: { enableLimit: 1 }, others: [model({ spec: { apiEnabled: true } })] };
    const itself = model({ spec: { apiEnabled: true } });
    const facts = await enablingInput(deps(before), itself, enablingDue(itself, SUCCESS, DATASET)!);
    expect(facts).toMatchObject({ quota: 1 });
  });
});

describe("the condition Published", () => {
  const trained = aModel({ spec: { apiEnabled: true }, status: SUCCESS });

  test.each<[string, Resource<"Model">, ModelProgress["refusal"], string]>([
    ["holds when the model is trained and enabled, and its owner may", trained, undefined, "Published=True/Enabled"],
    ["holds when the operator has enabled it", model({ status: { ...SUCCESS, apiEnabled: true } }), undefined, "Published=True/Enabled"],
    ["does not hold before the training's end", aModel({ spec: { apiEnabled: true } }), undefined, "Published=False/NotTrained"],
    ["does not hold for a model that nobody enabled", aModel({ status: SUCCESS }), undefined, "Published=False/Disabled"],
    [
      "does not hold once enableWhenTrained is withdrawn",
      aModel({ status: { ...SUCCESS, apiEnabled: true } }),
      undefined,
      "Published=False/Disabled",
    ],
    ["does not hold while the owner's APIs are disabled", trained, "disabled", "Published=False/OwnerDisabled"],
    ["does not hold while the owner's account is disabled", trained, "inactive", "Published=False/OwnerDisabled"],
    ["does not hold after the owner's contract", trained, "expired", "Published=False/ContractExpired"],
    ["does not hold without the owner's product", trained, "product", "Published=False/ProductMissing"],
  ])("%s", (_rule, present, refusal, condition) => {
    const { conditions } = modelConditions(present, present.status ?? {}, clock, { refusal });
    expect(conditionSummaries(conditions)).toContain(condition);
  });
});

test.each<[string, Resource<"Model">, Resource<"Dataset"> | undefined, EnablingCase, string]>([
  ["answers once it is enabled", published(), DATASET, {}, "Published=True/Enabled"],
  [
    "answers with a token",
    published(),
    DATASET,
    { token: { subjectUid: "uid-of-hardness", encrypted: "sealed" } },
    "Published=True/Enabled",
  ],
  ["answers nobody in the trash", published({ metadata: softDeleted(aModel()) }), DATASET, {}, "Published=False/Deleted"],
  [
    "answers nobody while its dataset is in the trash",
    published(),
    { ...DATASET, metadata: softDeleted(DATASET) },
    {},
    "Published=False/DatasetDeleted",
  ],
  ["answers nobody without its dataset", published(), undefined, {}, "Published=False/DatasetNotFound"],
  [
    "answers nobody with a revoked token",
    published(),
    DATASET,
    { token: { subjectUid: "uid-of-hardness" } },
    "Published=False/TokenRevoked",
  ],
])("the open API of a model %s", async (_what, present, dataset, input, condition) => {
  const refusal = await apiRefusal(deps(input), present, dataset);
  expect(conditionSummaries(modelConditions(present, SUCCESS, clock, { refusal }).conditions)).toContain(condition);
});

test("a trained model in the trash is not ready, and is again once it is restored", () => {
  const deleted = published({ metadata: softDeleted(aModel()) });
  const { conditions } = modelConditions(deleted, SUCCESS, clock, { refusal: "deleted" });
  expect(allConditionSummaries(conditions)).toEqual(
    expect.arrayContaining(["Trained=True/Trained", "Ready=False/Deleted", "Reconciling=False/Deleted", "Stalled=True/Deleted"]),
  );
  const restored = modelConditions(published(), { ...SUCCESS, conditions }, clock).conditions;
  expect(allConditionSummaries(restored)).toEqual(expect.arrayContaining(["Ready=True/Trained", "Stalled=False/Trained"]));
});

test("the condition of a training says that its figures are without a decision that was stored since", () => {
  const decision = {
    labels: ["ok", "nok"],
    costs: [
      [0, 1],
      [9, 0],
    ],
  };
  const messageOf = (present: Resource<"Model">) =>
    modelConditions(present, SUCCESS, clock).conditions?.find(({ type }) => type === "Trained")?.message;
  expect(messageOf(aModel({ spec: { decision } }))).toMatch(/figures .* are without the decision/i);
  expect(messageOf(aModel())).toBe("The training has ended.");
});
