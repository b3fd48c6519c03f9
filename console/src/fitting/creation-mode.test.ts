import { creationModeOf } from "./creation-mode.js";

test.each([
  ["automatic comes first", null, true, "automatic"],
  ["by hand comes first where the account has nothing automatic", null, false, "hand"],
  ["the address says by hand", "hand", true, "hand"],
  ["the address says automatic, whatever the account may", "automatic", false, "automatic"],
  ["the address says nonsense", "nonsense", true, "automatic"],
])("a new model: %s", (_sentence, named, enabled, way) => {
  expect(creationModeOf(named, enabled)).toBe(way);
});
