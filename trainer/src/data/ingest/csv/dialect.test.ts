import { detectDialect } from "./dialect.js";
import { parseFirstRecords } from "./parse-records.js";

/** Processor time within which each head is read; one that is read again for each character takes several times as much. */
const MICROSECONDS = 1e6;

const dialect = (delimiter: string, quote = '"', before = quote) => ({ delimiter, quote, escape: before });

test.each<[string, string, ReturnType<typeof dialect>]>([
  ["commas", "a,b\n1,2\n", dialect(",")],
  ["semicolons with decimal commas", "a;b\n1,5;2,5\n", dialect(";")],
  ["semicolons, and a comma in a header", "a;b (c, d)\n1;2\n", dialect(";")],
  ["tabs", "a\tb\n1\t2,5\n", dialect("\t")],
  ["bars", "a|b|c\n1|2|3\n", dialect("|")],
  ["carets", "a^b\n1^2\n", dialect("^")],
  ["spaces between numbers", "a b c\n1 2 x\n3 4.5 y\n", dialect(" ")],
  ["spaces between quoted names, as R writes them", '"a" "b"\n1 2\n3 4\n', dialect(" ")],
  ["one column of names of two words", "full name\nAda Lovelace\nAlan Turing\n", dialect(",")],
  ["one column of times with a space", "date time\n2020-01-02 10:00\n2020-01-03 11:00\n", dialect(",")],
  ["one column of amounts with a unit", "net weight\n10 kg\n12 lbs (net)\n", dialect(",")],
  ["one column", "word\nalpha\nbeta\n", dialect(",")],
  ["one column of times of day", "at\n10:00\n11:00\n", dialect(",")],
  ["one column of sentences with a comma here and there", "text\none, two\nthree\nfour, five, six\n", dialect(",")],
  ["a delimiter inside quotes does not count", 'a;b\n"1,2,3";"4,5,6"\n', dialect(";")],
  ["a delimiter inside the quotes of every line", '"a;b","c;d"\n,"x;y"\n', dialect(",")],
  ["values of several lines", 'a;b\n"1\n2";"3\n4"\n', dialect(";")],
  ["apostrophes as quotes", "a,b\n'x, y','z'\n'v','w'\n", dialect(",", "'")],
  ["apostrophes in words", "a,b\n's-Gravenhage,it's\nx,y\n", dialect(",")],
  ["quotes behind backslashes", 'a,b\n"say \\"hello\\" now",2\n', dialect(",", '"', "\\")],
  ["a backslash at the end of a value", 'a,b\n"C:\\dir\\",2\n', dialect(",")],
  ["a line that is too short", "a,b,c\n1,2,3\n1,2\n1,2,3\n", dialect(",")],
])("detects delimiter and quotes: %s", (_name, head, expected) => {
  expect(detectDialect({ head, complete: true })).toEqual(expected);
});

test("a chosen delimiter takes precedence over the detected one", () => {
  expect(detectDialect({ head: "a,b;c\n1,2;3\n", complete: true }, ";").delimiter).toBe(";");
});

test("a record cut off by the end of the sample does not count against a delimiter", () => {
  expect(detectDialect({ head: "a;b;c\n1;2;3\n4;5", complete: false }).delimiter).toBe(";");
});

test("a quoted value between spaces that delimit ends at its quote, and a line of many spaces is read once", () => {
  const quoted = '"a" "b"\n"x y" 1\n"z" 2\n';
  expect(parseFirstRecords(quoted, { delimiter: " ", quote: '"' }, { records: 2, complete: true })).toEqual([
    ["a", "b"],
    ["x y", "1"],
  ]);
  const { user } = process.cpuUsage();
  expect(detectDialect({ head: `a\n${" ".repeat(40_000)}\n`, complete: true })).toEqual(dialect(","));
  expect(process.cpuUsage().user - user).toBeLessThan(MICROSECONDS);
});
