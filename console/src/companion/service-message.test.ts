import { ApiError } from "@agatha/contracts/client";
import { parseServiceMessage } from "./service-message.js";

const handed = { state: "SERVICE_INIT_DATA", datasetID: "d1", modelID: "m1", flow: "calculation" };

test.each<[string, unknown, ReturnType<typeof parseServiceMessage>]>([
  ["a model is accepted", handed, { state: "SERVICE_INIT_DATA", task: { datasetID: "d1", modelID: "m1", flow: "calculation" } }],
  [
    "further fields of a model are ignored",
    { ...handed, flow: "detection", mainApplicationURL: "x" },
    { state: "SERVICE_INIT_DATA", task: { datasetID: "d1", modelID: "m1", flow: "detection" } },
  ],
  [
    "a model to optimize is accepted",
    { ...handed, flow: "optimization" },
    { state: "SERVICE_INIT_DATA", task: { datasetID: "d1", modelID: "m1", flow: "optimization" } },
  ],
  ["the end is accepted", { state: "serviceDone" }, { state: "serviceDone" }],
  ["a message of another program is ignored", { state: "ready" }, null],
  ["a message that only the window sends is ignored", { state: "TUKEY_MAIN_READY" }, null],
  ["a text is ignored", "SERVICE_INIT_DATA", null],
  ["an empty message is ignored", null, null],
])("message from a service: %s", (_what, data, expected) => {
  expect(parseServiceMessage(data)).toEqual(expected);
});

test.each([
  ["datasetID", { ...handed, datasetID: undefined }],
  ["modelID", { ...handed, modelID: 7 }],
  ["modelID", { ...handed, modelID: "" }],
  ["flow", { ...handed, flow: "flying" }],
  // @contract the-service-is-told-the-console-s
])("a service that hands over an invalid %s gets an error", (path, data) => {
  const attempt = () => parseServiceMessage(data);
  expect(attempt).toThrow(ApiError);
  expect(attempt).toThrow(expect.objectContaining({ code: "010201", detail: [expect.objectContaining({ path })] }));
});
