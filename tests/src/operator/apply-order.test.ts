/** The samples in many orders: an object that is applied before the one that it refers to waits, and goes on when that one comes. */
import { readdirSync, readFileSync } from "node:fs";
import { KIND_NAMES, type KindName, type NewResource, type Resource } from "@agatha/contracts";
import { parseAllDocuments } from "yaml";
import { SAMPLES } from "../ports/api-server.js";
import { crashAfterWrites } from "./crash-injection.js";
import { createTestHarness, type TestHarness } from "./test-harness.js";

type Sample = NewResource<KindName> & { kind: KindName };

/** The column of the tables that the harness's steps make. */
const COLUMN = "a";

/** Returns the samples' objects, which predict the column of the harness's tables. */
function samples(): Sample[] {
  const all = readdirSync(SAMPLES).flatMap((file) =>
    parseAllDocuments(readFileSync(SAMPLES + file, "utf8")).map((document) => document.toJS()),
  );
  return (all as Sample[]).map((sample) => ({
    ...sample,
    spec: { ...sample.spec, ...("response" in sample.spec && { response: COLUMN }) },
  }));
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.filter((_one, j) => j !== i)).map((rest) => [item, ...rest]));
}

/** Returns the items of a list three by three, in the order of the list. */
const triples = (order: readonly string[]): string[] =>
  order.flatMap((a, i) => order.slice(i + 1).flatMap((b, j) => order.slice(i + j + 2).map((c) => `${a} ${b} ${c}`)));

/**
 * Returns few orders in which any three items come in each order of theirs, chosen greedily: a sequence covering array of strength 3
 * (Kuhn et al., 2012). No object refers to more than two others.
 */
function coveringOrders(items: readonly string[]): string[][] {
  const all = permutations(items);
  const uncovered = new Set(all.flatMap(triples));
  const chosen: string[][] = [];
  const gain = (order: string[]) => triples(order).filter((triple) => uncovered.has(triple)).length;
  while (uncovered.size > 0) {
    const best = all.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    chosen.push(best);
    for (const triple of triples(best)) uncovered.delete(triple);
  }
  return chosen;
}

const isReady = ({ status }: Resource<KindName>) => status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True");

describe("samples that are applied one after the other", () => {
  const all = samples();
  let harness: TestHarness;
  beforeEach(open);
  afterEach(() => harness.close());

  async function open(): Promise<void> {
    harness = await createTestHarness();
    await harness.addAccount("admin", "2024-01-01T00:00:00.000Z");
  }

  const present = async () =>
    (await Promise.all(KIND_NAMES.map((kind) => harness.ports.resources.list(kind)))).flatMap(({ items }) => items as Resource<KindName>[]);

  /** Applies the samples in this order. The operator sees each before the next one comes. */
  async function apply(order: readonly Sample[]): Promise<void> {
    for (const { kind, metadata, spec } of order) {
      await harness.ports.resources.create(kind, { metadata, spec });
      await harness.reconcileAll(crashAfterWrites(harness.ports));
    }
  }

  test("each says what it waits for, and none has failed for lack of another", async () => {
    await apply(all.filter(({ kind }) => kind !== "Dataset" && kind !== "Model"));
    await harness.reconcileUntilStable();
    const told = (await present()).map((object) => {
      const of = (wanted: string) => object.status?.conditions?.find(({ type }) => type === wanted);
      return [object.kind, of("Ready")?.status, of("Ready")?.reason, of("Reconciling")?.status, of("Stalled")?.status];
    });
    expect(told.sort()).toEqual([
      ["AutoModel", "False", "DatasetNotFound", "True", "False"],
      ["Calculation", "False", "ModelNotFound", "True", "False"],
      ["Evaluation", "False", "DatasetNotFound", "True", "False"],
    ]);
  });

  test.each(coveringOrders(KIND_NAMES).map((order) => [order.join(", "), order] as const))(
    "end ready when their kinds come in the order %s",
    async (_title, order) => {
      await apply(order.flatMap((kind) => all.filter((sample) => sample.kind === kind)));
      await harness.reconcileUntilStable();
      const found = (await present()).filter(({ metadata }) => all.some((sample) => sample.metadata.name === metadata.name));
      const unready = found.filter((object) => !isReady(object)).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect([found.length, unready]).toEqual([all.length, []]);
    },
  );
});
