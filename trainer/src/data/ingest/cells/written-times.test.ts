import { openDatabase } from "../../tables/database.js";
import { CODED_FORMATS, DATE_FORMATS, DECLARED_ONLY_FORMATS, toInstantSql } from "../formats/date-formats.js";
import { writtenTimeParser } from "./written-times.js";

const TEXTS = [
  "2024-02-29",
  "2024/2/9 7:05",
  "2024-02-30",
  "29.02.2024",
  "02/29/2024 11:30 PM",
  "12/01/2024 12:00 am",
  "12/01/2024 13:00 pm",
  "3.4.21 10:15:30.5",
  "3.4.71",
  "99/12/31",
  "24/1/5",
  "24.01.15",
  "24.1.15",
  "16.7.10",
  "2024/1/1 上午 12:01:00",
  "2024/1/1 午後 1:01",
  "2024年2月9日 오후12:30:15.5",
  "2024/1/1 午後0:30:15",
  "2024/1/1 오전 00:30",
  "2024/1/1 下午 13:01",
  "2024/1/1 下午 1:01 am",
  "2024/1/1 午前 10:01 PM",
  "29-Feb-2024",
  "29 February 2024, ",
  "29FEB2024",
  "29feb2024 07:05",
  "30FEB2024",
  "2024-Feb-29",
  "2024 February 30",
  "March 5, 2024 08:00:00+02:00",
  "Foo 5, 2024",
  "2024年2月9日",
  "2024-13",
  "2024-02",
  "02/2024",
  "2024M02",
  "2024年02月",
  "Feb 2024",
  "FEB2024",
  "2024 Feb",
  "2024-février",
  "2024 Foo",
  "Feb-24",
  "2024-Q3",
  "Q3 2024",
  "2020-W53",
  "2021-W53",
  "2024-W01",
  "2020-W01",
  "2021-W01",
  "2024-W09-4",
  "2020-W53-7",
  "2021-W53-1",
  "2020-W5",
  "2024:Q3",
  "2024 IV",
  "2024-II",
  "2024年第四季",
  "2024:02",
  "2024_13",
  "2024/2",
  "113年2月",
  "民國 113年2月29日",
  "112年2月29日",
  "99/12/31",
  "113/2/29 14:30",
  "113/02",
  "113.02",
  "113-02-29",
  "1130229",
  "1120229",
  "11302",
  "11313",
  "2024.10",
  "2024.11",
  "2024.9",
  "3. März 2024",
  "mars 2024",
  "KW 9 2024",
  "20240229",
  "202402",
  "2024",
  "2024.0",
  "2024.08",
  "2024,083",
  "2024.08333333333",
  "2024.16666666666674",
  "2024.41666666727",
  "2024.99999999999",
  "2024.5",
  "2024.1",
  "2024.01",
  "2024.08219178",
  "0099.75",
  "45351.5",
  "1709164800.25",
  "1709164800250",
  "2024-03-31 02:30 +0530",
  "2024-02-29T10:00:00Z",
  "0001-01-01T00:00:00",
  "31.12.0099",
  "0004-W10",
  "2024-02-28 24:00",
  "29.02.2024 24:00:00",
  "2024-02-28T24:00:00Z",
  "2023-02-29 24:00",
  "2024-01-01 24:01",
  "2024-01-01 24:00:00.5",
];

test.each(["UTC", "Europe/Berlin", "Asia/Taipei"])("a text is the same time as in a file of each format, in %s", async (timezone) => {
  const database = await openDatabase({ directories: [], memoryMiB: 64, threads: 1 });
  try {
    for (const format of [...DATE_FORMATS, ...DECLARED_ONLY_FORMATS, ...CODED_FORMATS]) {
      const parse = writtenTimeParser([format], timezone);
      const read = await database.rows(
        `SELECT epoch_ms(${toInstantSql("t", format, timezone)})::DOUBLE FROM (SELECT unnest(${JSON.stringify(TEXTS).replaceAll('"', "'")}) AS t)`,
        [],
      );
      expect([format, TEXTS.map((text) => parse(text) ?? null)]).toEqual([format, read.map(([instant]) => instant)]);
    }
  } finally {
    await database.close();
  }
});

test("formats are tried in their order, and unknown ones are passed over", () => {
  const read = (...formats: string[]) => writtenTimeParser(formats, "UTC")("01/02/2024");
  expect(read("dayFirst", "monthFirst")).toBe(Date.UTC(2024, 1, 1));
  expect(read("later", "monthFirst", "dayFirst")).toBe(Date.UTC(2024, 0, 2));
  expect(read("later")).toBeUndefined();
});
