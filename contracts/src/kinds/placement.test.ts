import { z } from "zod";
import { placementFields } from "./placement.js";

const placement = z.object(placementFields);

test.each([
  { extended: { "nvidia.com/gpu": 1 } },
  { nodeSelector: { "topology.kubernetes.io/zone": "eu-1", pool: "" } },
  { tolerations: [{ operator: "Exists" }, { key: "example.com/gpu", value: "a100", effect: "NoExecute", tolerationSeconds: 60 }] },
])("a placement that Kubernetes takes is valid: %j", (fields) => {
  expect(placement.safeParse(fields).success).toBe(true);
});

test.each([
  [{ extended: { gpu: 1 } }, "extended.gpu"],
  [{ nodeSelector: { "a b": "c" } }, "nodeSelector.a b"],
  [{ nodeSelector: { pool: "a b" } }, "nodeSelector.pool"],
  [{ tolerations: [{ key: "-gpu", operator: "Exists" }] }, "tolerations.0.key"],
])("a placement that Kubernetes would refuse is invalid: %j", (fields, path) => {
  expect(placement.safeParse(fields).error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
