import type { Resource } from "@agatha/contracts";
import { relatedModels } from "./related-models.js";

const model = (name: string, datasetRef: string, origin?: string) => ({
  metadata: { name } as Resource<"Model">["metadata"],
  spec: { datasetRef, cloneOf: origin === undefined ? undefined : { model: origin } },
});

test("models of one origin are found over several datasets, in both directions", () => {
  const models = [
    model("first", "january"),
    model("other", "january"),
    model("second", "february", "first"),
    model("third", "march", "second"),
    model("sibling", "april", "first"),
    model("alone", "may", "purged"),
  ];
  expect([...relatedModels(models, "march")].sort()).toEqual(["first", "second", "sibling", "third"]);
  expect([...relatedModels(models, "january")].sort()).toEqual(["first", "other", "second", "sibling", "third"]);
  expect([...relatedModels(models, "nowhere")]).toEqual([]);
});
