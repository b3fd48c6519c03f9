import type { ApiClient } from "@agatha/contracts/client";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import type { CommandContext } from "../../command-context.js";
import { modelTypeOf } from "./model-type.js";

test("the type of a model of a table that is still being read is told once its columns are known", async () => {
  const answers = [
    fromPartial<DatasetAnswer>({ status: "preprocess", columns: [] }),
    fromPartial<DatasetAnswer>({ status: "evaluating_finish", columns: [{ name: "price", type: "n", stats: { unique: 90 } }] }),
  ];
  const api = fromPartial<ApiClient>({ dataset: () => Promise.resolve(answers.shift()!) });
  const context = fromPartial<CommandContext>({
    log: () => undefined,
    sleep: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  expect(await modelTypeOf(api, "d1", { response: "price" }, context)).toBe("REGRESSION");
});
