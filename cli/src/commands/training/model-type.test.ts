import type { ApiClient } from "@agatha/contracts/client";
import type { CommandContext } from "../../command-context.js";
import { modelTypeOf } from "./model-type.js";

test("the type of a model of a table that is still being read is told once its columns are known", async () => {
  const answers = [
    { status: "preprocess", columns: [] },
    { status: "evaluating_finish", columns: [{ name: "price", type: "n", stats: { unique: 90 } }] },
  ];
  const api = { dataset: () => Promise.resolve(answers.shift()) } as unknown as ApiClient;
  const context = {
    log: () => undefined,
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  expect(await modelTypeOf(api, "d1", { response: "price" }, context)).toBe("REGRESSION");
});
