import { MongoServerError, MongoWriteConcernError } from "mongodb";
import { isUnavailable } from "./mongo-errors.js";

test("a write that no majority confirms in time is that of a store that is away", () => {
  const writeConcernError = { code: 64, codeName: "WriteConcernTimeout", errmsg: "waiting for replication timed out", errInfo: {} };
  expect(isUnavailable(new MongoWriteConcernError({ ok: 1, writeConcernError }))).toBe(true);
});

test.each([
  [6, "HostUnreachable", true],
  [7, "HostNotFound", true],
  [133, "FailedToSatisfyReadPreference", true],
  [134, "ReadConcernMajorityNotAvailableYet", true],
  [9001, "SocketException", true],
  [11602, "InterruptedDueToReplStateChange", true],
  [13, "Unauthorized", false],
  [11000, "DuplicateKey", false],
])("the server's error %i (%s) means that it is away: %s", (code, errmsg, expected) => {
  expect(isUnavailable(new MongoServerError({ code, errmsg }))).toBe(expected);
});
