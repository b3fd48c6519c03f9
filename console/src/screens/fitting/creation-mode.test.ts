import { creationModeOf } from "./creation-mode.js";

test.each([
  ["automatic training is the default", null, true, "automatic"],
  ["by hand is the default for an account without automatic training", null, false, "hand"],
  ["the address can ask for by hand", "hand", true, "hand"],
  ["the address can ask for automatic training, whatever the account may do", "automatic", false, "automatic"],
  ["an unknown value in the address is ignored", "nonsense", true, "automatic"],
])("a new model: %s", (_sentence, named, enabled, way) => {
  expect(creationModeOf(named, enabled)).toBe(way);
});
