import { taskDocument } from "@agatha/contracts";
import { fingerprintOf } from "@agatha/contracts/tasks/fingerprint";
import fc from "fast-check";
import { aDataset, aModel } from "../testing/objects.js";
import { taskNamePrefix } from "./fingerprint.js";

test("a fingerprint does not depend on the order of keys, nor on undefined fields", () => {
  expect(fingerprintOf({ a: 1, b: { c: [1, { d: 2, e: undefined }] } })).toBe(fingerprintOf({ b: { c: [1, { d: 2 }] }, a: 1 }));
});

test.each([
  ["a value", { a: 1 }, { a: 2 }],
  ["the order of a list", { a: [1, 2] }, { a: [2, 1] }],
  ["a number and its text", { a: 1 }, { a: "1" }],
  ["where a field is", { a: { b: 1 } }, { b: { a: 1 } }],
])("a fingerprint depends on %s", (_what, one, other) => {
  expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
});

const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);

test("every attempt's name is a DNS label and a valid task id", () => {
  fc.assert(
    fc.property(name, fc.constantFrom("ingest", "check", "train"), fc.integer({ min: 1, max: 9 }), (resource, step, number) => {
      const id = taskNamePrefix(aDataset({ metadata: { name: resource } }), step, "f") + number;
      expect(id).toMatch(/^[a-z]([-a-z0-9]*[a-z0-9])?$/);
      expect(taskDocument.shape.id.parse(id)).toBe(id);
    }),
  );
});

test.each([
  ["another object of the same name", taskNamePrefix(aModel({ metadata: { uid: "other" } }), "train", "f")],
  ["another step", taskNamePrefix(aModel(), "check", "f")],
  ["other work", taskNamePrefix(aModel(), "train", "g")],
])("%s gives another prefix of job names", (_what, namePrefix) => {
  expect(namePrefix).not.toBe(taskNamePrefix(aModel(), "train", "f"));
});
