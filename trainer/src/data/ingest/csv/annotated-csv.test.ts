import { ingestBytes, ingestRefusal } from "../../../tasks/steps/testing/run-ingest.js";

const ANNOTATIONS =
  "#group,false,false,true,false,true\r\n#datatype,string,long,dateTime:RFC3339,double,string\r\n#default,_result,,,,\r\n";
const NAMES = ",result,table,_time,_value,host\r\n";

test.each<[string, string]>([
  ["one table", `${ANNOTATIONS}${NAMES},,0,2024-05-03T00:00:00Z,1.5,a\r\n,,0,2024-05-04T00:00:00Z,2.5,"b\r\n,c"\r\n`],
  [
    "two tables with the same columns",
    `${ANNOTATIONS}${NAMES},,0,2024-05-03T00:00:00Z,1.5,a\r\n\r\n${ANNOTATIONS}${NAMES},,0,2024-05-04T00:00:00Z,2.5,"b\r\n,c"\r\n\r\n`,
  ],
])("annotations of InfluxDB are no part of the table, nor is their column: %s", async (_what, text) => {
  const { rows } = await ingestBytes(text);
  expect(rows.columns).toEqual(["result", "table", "_time", "_value", "host"]);
  expect(rows.data).toEqual([
    [null, 0, "2024-05-03T00:00:00.000Z", 1.5, "a"],
    [null, 0, "2024-05-04T00:00:00.000Z", 2.5, "b\n,c"],
  ]);
});

test("annotations without a column of their own leave the columns as they are", async () => {
  const { rows } = await ingestBytes("#datatype measurement,double,dateTime:RFC3339\nm,used,time\nmem,64.2,2024-05-03T00:00:00Z\n");
  expect(rows).toMatchObject({ columns: ["m", "used", "time"], data: [["mem", 64.2, "2024-05-03T00:00:00.000Z"]] });
});

test("a later table with other columns is refused by its line, and so is a damaged row by its own", async () => {
  const first = `${ANNOTATIONS}${NAMES},,0,2024-05-03T00:00:00Z,1.5,a\r\n`;
  const other = await ingestRefusal(`${first}\r\n${ANNOTATIONS},result,table,_time,_value,room\r\n,,1,2024-05-03T00:00:00Z,7,b\r\n`);
  expect(other).toMatchObject({ code: "010407", path: "line 10" });
  expect(other.message).toContain("other columns");
  expect(await ingestRefusal(`${first},,0,2024-05-04T00:00:00Z,2.5,b,c\r\n`)).toMatchObject({ path: "line 6" });
});
