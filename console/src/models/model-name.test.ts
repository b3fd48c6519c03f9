import { validateModelName } from "./model-name.js";

test.each([
  ["letters and digits are fine", "Model2", undefined],
  ["64 characters are fine", "M".repeat(64), undefined],
  ["65 are too many", "M".repeat(65), "nameRule"],
  ["nothing is no name", "", "nameRule"],
  ["blanks are no name", "   ", "nameRule"],
  ["a name does not begin with a digit", "2Model", "nameRule"],
  ["a name has no blanks within", "My Model", "nameRule"],
  ["a name has English letters only", "Modèle", "nameRule"],
  ["a name that another model has is taken", "Model1", "nameTaken"],
  ["blanks around it make no other name", " Model1 ", "nameTaken"],
  ["names that differ in case are two", "model1", undefined],
  // @contract names-of-datasets-and-models-begin-with
])("the name of a model: %s", (_sentence, name, problem) => {
  expect(validateModelName(name, ["Model1"])).toBe(problem);
});
