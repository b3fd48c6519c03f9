import type { ModelStatus, OwnedSecretOutcome } from "@agatha/contracts";
import { HiddenToken } from "@agatha/contracts/api-access/api-tokens";
import { aModel, clock } from "../testing/objects.js";
import { withTokenSecret } from "./token-secret.js";

const model = aModel({ spec: { api: { tokenSecret: "hardness-token" } } });

/** Fakes secrets that answer so, and returns what was written. */
function fakes(outcome: OwnedSecretOutcome, token: string | undefined = "t") {
  const written: [string, Record<string, string>][] = [];
  const secrets = {
    async write(_owner: unknown, name: string, values: Record<string, string>) {
      written.push([name, values]);
      return outcome;
    },
  };
  const tokens = { getOrCreate: async () => token };
  return { written, deps: { secrets, tokens, timers: clock, predictionUrl: () => "http://models" } };
}
const summaryOf = ({ tokenSecret, conditions }: ModelStatus) => [
  tokenSecret,
  ...(conditions ?? []).map(({ status, reason }) => `${status} ${reason}`),
];

test.each<[string, OwnedSecretOutcome, (string | undefined)[]]>([
  ["is written", "written", ["hardness-token", "True Written"]],
  ["belongs to somebody else", "taken", [undefined, "False SecretTaken"]],
  ["may not be written", "forbidden", [undefined, "False Forbidden"]],
])("a Secret that %s is told as it is", async (_case, outcome, summary) => {
  const { deps, written } = fakes(outcome);
  expect(summaryOf(await withTokenSecret(deps, model, {}))).toEqual(summary);
  expect(written).toEqual([["hardness-token", { url: "http://models", token: "t" }]]);
});

test.each([
  ["the spec still names it", "hardness-token"],
  ["the spec names another one", "other-token"],
])("a token of another key stays in its Secret, and the model tells what to do: %s", async (_case, tokenSecret) => {
  const { deps, written } = fakes("written");
  const status = await withTokenSecret(deps, model, {});
  const { length } = written;
  const tokens = {
    async getOrCreate(): Promise<string> {
      throw new HiddenToken("encrypted with another key", "hash");
    },
  };
  const named = aModel({ spec: { api: { tokenSecret } } });
  const hidden = await withTokenSecret({ ...deps, tokens }, named, status);
  expect(summaryOf(hidden)).toEqual(["hardness-token", "False TokenHidden"]);
  expect(written).toHaveLength(length);
  expect(summaryOf(await withTokenSecret(deps, named, hidden))).toEqual([tokenSecret, "True Written"]);
});

test("without secrets the model tells so", async () => {
  expect(summaryOf(await withTokenSecret({ timers: clock }, model, {}))).toEqual([undefined, "False NoSecrets"]);
});

test("a secret that the spec no longer names loses its token, and the condition goes", async () => {
  const { deps, written } = fakes("written");
  const status = await withTokenSecret(deps, model, {});
  expect(await withTokenSecret(deps, aModel(), status)).toEqual({ conditions: [] });
  expect(written.at(-1)).toEqual(["hardness-token", {}]);
});
