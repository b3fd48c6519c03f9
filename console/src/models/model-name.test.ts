import { validateModelName } from "./model-name.js";

test.each([
  ["letters and digits are valid", "Model2", undefined],
  ["64 characters are valid", "M".repeat(64), undefined],
  ["65 characters are an error", "M".repeat(65), "nameRule"],
  ["an empty name is an error", "", "nameRule"],
  ["a name of spaces is an error", "   ", "nameRule"],
  ["a digit at the start is an error", "2Model", "nameRule"],
  ["a space within is an error", "My Model", "nameRule"],
  ["a letter that is not English is an error", "Modèle", "nameRule"],
  ["the name of another model is an error", "Model1", "nameTaken"],
  ["spaces around a taken name do not make it free", " Model1 ", "nameTaken"],
  ["names differ by case", "model1", undefined],
  // @contract names-of-datasets-and-models-begin-with
])("the name of a model: %s", (_sentence, name, problem) => {
  expect(validateModelName(name, ["Model1"])).toBe(problem);
});
