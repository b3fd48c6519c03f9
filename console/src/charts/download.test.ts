import { fileNameOf } from "./download.js";

test.each([
  ["attachment; filename=Oven.csv.gz", "Oven.csv.gz"],
  ['attachment; filename="Oven 2.csv.gz"', "Oven 2.csv.gz"],
  ["attachment; filename=\"??.csv.gz\"; filename*=UTF-8''%E7%84%BC%E6%88%90.csv.gz", "\u713c\u6210.csv.gz"],
  ["attachment", undefined],
])("a download with the header %s is named %s", (header, name) => {
  expect(fileNameOf(new Response(null, { headers: { "Content-Disposition": header } }))).toBe(name);
});
