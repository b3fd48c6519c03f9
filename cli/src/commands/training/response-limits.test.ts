import { responseLimitFields } from "./response-limits.js";

test.each([
  [undefined, undefined],
  ["none", {}],
  ["0,100", { lower: 0, upper: 100 }],
  ["-2.5,", { lower: -2.5 }],
  [",1", { upper: 1 }],
])("--limits %s asks for %j", (limits, asked) => {
  expect(responseLimitFields(limits === undefined ? {} : { limits })).toEqual(asked);
});

test.each(["", ",", "0", "0,1,2", "a,1", "0;1", "0,Infinity"])("--limits %j is refused", (limits) => {
  expect(() => responseLimitFields({ limits })).toThrow("--limits is like 0,100");
});
