import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";

test.each<[string, string[]]>([
  ["Markdown", ["| id | name | kg |", "|---:|:-----|----|", "| 1 | ab c | 2.5 |", "| 2 | x\\|y | |"]],
  ["Markdown without outer bars", ["id | name | kg", "--- | --- | ---", "1 | ab c | 2.5", "2 | x\\|y | "]],
  ["Markdown with rules of one dash", ["|id|name|kg|", "|-|:-:|-|", "|1|ab c|2.5|", "|2|x\\|y||"]],
  [
    "mysql",
    [
      "+----+------+------+",
      "| id | name | kg   |",
      "+----+------+------+",
      "|  1 | ab c |  2.5 |",
      "|  2 | x\\|y | NULL |",
      "+----+------+------+",
      "2 rows in set (0.00 sec)",
      "",
    ],
  ],
  ["psql", [" id | name | kg ", "----+------+-----", "  1 | ab c | 2.5", "  2 | x\\|y |   ", "(2 Zeilen)", ""]],
  [
    "a list of SAP",
    ["-----------------", "|id  |name |kg  |", "|----|-----|----|", "|1   |ab c | 2.5|", "|2   |x\\|y |    |", "-----------------"],
  ],
  [
    "a grid of reStructuredText",
    ["+--+----+---+", "|id|name|kg |", "+==+====+===+", "|1 |ab c|2.5|", "+--+----+---+", "|2 |x\\|y|   |", "+--+----+---+"],
  ],
  ["outer bars without rules", ["|id|name|kg|", "|1|ab c|2.5|", "|2|x\\|y||"]],
  ["sqlcmd", ["id         |name|kg ", "-----------|----|---", "          1|ab c|2.5", "          2|x\\|y|   ", "", "(2 rows affected)"]],
])("reads a table with bars and rules: %s", async (_what, lines) => {
  for (const end of ["\n", "\r\n"]) {
    const { rows } = await ingestBytes(lines.join(end));
    expect([rows.columns, ...rows.data]).toEqual([
      ["id", "name", "kg"],
      [1, "ab c", 2.5],
      [2, "x|y", null],
    ]);
  }
});

test("quotes and tabs inside values stay", async () => {
  const { rows } = await ingestBytes('| id | inch |\n|---|---|\n| 1 | 5" |\n| 2 | "a\tb" |\n');
  expect(rows.data).toEqual([
    [1, '5"'],
    [2, '"a\tb"'],
  ]);
});

test("a row with another number of values is refused by its line", async () => {
  const refusal = await ingestRefusal("+----+------+\n| id | name |\n+----+------+\n|  1 | a    |\n|  2 | b    | c |\n+----+------+\n");
  expect(refusal).toMatchObject({ code: "010407", path: "line 5" });
});

test("a line of rules between names and numbers that are aligned by spaces is no row, nor is the number of rows below", async () => {
  const { rows } = await ingestBytes("id          kg   \n----------- -----\n          1   2.5\n         12  12.5\n\n(2 rows affected)\n");
  expect([rows.columns, ...rows.data]).toEqual([
    ["id", "kg"],
    [1, 2.5],
    [12, 12.5],
  ]);
});

test("a delimiter | without rules keeps marks of missing values, and so does a chosen one with rules", async () => {
  expect((await ingestBytes("a|b\n1|2\n-|-\n")).rows.data).toHaveLength(2);
  expect((await ingestBytes("a|b\n---|---\n1|2\n", { source: { delimiter: "|" } })).rows.data).toHaveLength(2);
});

test.each<[string, string[], number]>([
  ["a list of SAP", ["01.02.2024   Materials   1", "", "--------", "|id|name|", "|-------|", "|1 |a   |", "|2 |b   |", "--------"], 4],
  ["a prompt", ["mysql> select * from t;", "+----+------+", "| id | name |", "+----+------+", "|  1 | a    |", "+----+------+"], 3],
  ["Markdown", ["# Materials", "", "| id | name |", "|---|---|", "| 1 | a |"], 3],
])("lines above the names of a ruled table are told, and left out if asked for: %s", async (_what, lines, names) => {
  const text = lines.join("\n");
  expect(await ingestRefusal(text)).toMatchObject({ fault: { name: "namesInLine", values: { names: String(names) } } });
  const { rows } = await ingestBytes(text, { source: { skipRows: names - 1 } });
  expect([rows.columns, rows.data[0]]).toEqual([
    ["id", "name"],
    [1, "a"],
  ]);
});

test("dashes for missing values between other rows are no rule", async () => {
  expect((await ingestBytes("a|b\n1|2\n---|---\n3|4\n")).rows.data).toHaveLength(3);
});

test("a ruled table inside a quoted value is a text of its row", async () => {
  const { rows } = await ingestBytes('id,body\n1,"See:\n| a | b |\n|---|---|\n| 1 | 2 |"\n2,none\n');
  expect(rows).toMatchObject({
    columns: ["id", "body"],
    data: [
      [1, "See:\n| a | b |\n|---|---|\n| 1 | 2 |"],
      [2, "none"],
    ],
  });
});
