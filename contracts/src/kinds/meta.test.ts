import { ownersOfKind } from "./meta.js";

test("an owner of another product's kind with the same name is not one of ours; an earlier version of ours is", () => {
  const owner = (apiVersion: string, kind: string) => ({ apiVersion, kind, name: `${kind}-of-${apiVersion}`, uid: apiVersion });
  const owners = [
    owner("data.fluid.io/v1alpha1", "Dataset"),
    owner("agatha.dev/v1alpha1", "Dataset"),
    owner("agatha.dev/v1beta1", "AutoModel"),
    owner("agatha.dev.example/v1", "Dataset"),
  ];
  expect(ownersOfKind({ metadata: { ownerReferences: owners } }, "Dataset")).toEqual([owners[1]]);
  expect(ownersOfKind({ metadata: {} }, "Dataset")).toEqual([]);
});
