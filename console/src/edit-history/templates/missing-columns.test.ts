import { missingColumns } from "./missing-columns.js";

test.each<[string, string[], string[], string[]]>([
  ["a dataset with all of them lacks none", ["speed", "time"], ["time", "speed", "line"], []],
  ["those that are not there are named in their order", ["speed", "yield", "time"], ["time"], ["speed", "yield"]],
  ["upper and lower case differ, as they do in files", ["Speed"], ["speed"], ["Speed"]],
])("what a template needs: %s", (_sentence, needed, there, missing) => {
  expect(
    missingColumns(
      needed,
      there.map((name) => ({ name })),
    ),
  ).toEqual(missing);
});
