import { createRandom, randomPermutation } from "../../numeric/random.js";
import { type Cells, createTable } from "../../testing/create-table.js";
import { dataFolderPath, testWithDataFolder } from "../../testing/dataset-files.js";
import { readCsv } from "../../testing/read-csv.js";
import { takeRows } from "../tables/table.js";
import { findRowStructure, structureGroups } from "./find-row-structure.js";

const random = createRandom(3);
const normal = (count: number) => Array.from({ length: count }, () => random.normal());
const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const repeat = (count: number, times: number, cell: (i: number) => number | string) =>
  range(count * times).map((row) => cell(Math.floor(row / times)));

const PATIENTS = 30;
const VISITS = 6;
const visits = range(PATIENTS * VISITS).map((row) => row % VISITS);
const patients = repeat(PATIENTS, VISITS, (i) => 500 + 7 * i);
/** All of the first year, then all of the second. */
const beforeAndAfter = range(96).map((row) => (row < 48 ? 1985 : 1995));
const twice = (count: number, cell: (i: number) => number | string) => range(2 * count).map((row) => cell(row % count));
const sexes = repeat(PATIENTS, VISITS, (i) => (i % 3 === 0 ? "f" : "m"));
const measured = normal(PATIENTS * VISITS);

/** Forty recipes of four ingredients, each tried three times. */
const recipes = range(40).map(() => range(4).map(() => Math.round(100 * random.next())));
const ingredient = (at: number) => repeat(40, 3, (i) => recipes[i][at]);

/** Fifteen mixtures of three parts in steps of five that make a hundred, each tried twenty times. */
const mixtures = [...randomPermutation(63, createRandom(1)).slice(0, 15)].map((place) => [
  20 + 5 * (place % 9),
  10 + 5 * Math.floor(place / 9),
]);
const part = (at: number) => repeat(15, 20, (i) => mixtures[i][at] ?? 100 - mixtures[i][0] - mixtures[i][1]);
const roundedPart = (at: number) => part(at).map((share) => Math.round((100 * Number(share)) / 3) / 100);

/** Sites of two to thirteen rows, and sheets whose area is computed from a width and a height. */
const sites = range(24).flatMap((site) => range(2 + (site % 12)).map(() => site));
const [widths, heights] = range(2).map(() => range(400).map(() => 1 + random.int(12)));

/** Answers about one thing from 0 to 10, which go together. */
const opinions = range(1500).map(() => 5 + 2 * random.normal());
const [economy, culture, life] = range(3).map(() =>
  opinions.map((opinion) => Math.round(Math.min(Math.max(opinion + 0.7 * random.normal(), 0), 10))),
);

/** Years in random order, and readings of a sensor that came in the fifth of them. */
const years = range(600).map(() => random.int(10));
const laterReading = (year: number) => (year < 4 ? null : Math.round(6 * random.normal()));

/** Years of school of persons in any order, most of them 12. */
const schooler = createRandom(5);
const schooling = range(600).map(() => (schooler.next() < 0.4 ? 12 : schooler.int(18)));

/** A state and a year of each person. */
const stateYears = range(900).map(() => ({ state: random.int(12), year: 1980 + random.int(8) }));

test.each<[string, Record<string, Cells>, string[] | undefined]>([
  ["an identifier with a time that differs within it", { c1: patients, c2: visits, y: measured }, ["c1"]],
  ["an identifier in whose rows other columns are constant", { patient: patients, sex: sexes, y: measured }, ["patient"]],
  ["a unit by name whose rows stand together", { batch: patients, y: measured, x: normal(180) }, ["batch"]],
  ["units that have names", { county: patients.map((number) => `county ${number}`), y: measured, x: normal(180) }, ["county"]],
  ["numbers of units", { schoolid: sites, y: normal(sites.length) }, ["schoolid"]],
  ["no structure in counts of units", { employee: years, y: normal(years.length) }, undefined],
  [
    "schools of many sizes, and the mean of each",
    { school: sites, mean: sites.map((site) => ((site * 7919) % 101) / 7), y: normal(sites.length) },
    ["school"],
  ],
  [
    "districts of many sizes, most of them with a mean of their own",
    { district: sites, mean: sites.map((site) => (site * 7919) % 19), y: normal(sites.length) },
    ["district"],
  ],
  [
    "no structure in sorted numbers, and ranges of them",
    { reading: sites, range: sites.map((site) => Math.floor(0.8 * site)), y: normal(sites.length) },
    undefined,
  ],
  [
    "persons who answered each item, in a table by items",
    {
      item: repeat(12, 40, (i) => `item ${i}`),
      id: twice(40, (i) => 3 * i).concat(...range(5).map(() => twice(40, (i) => 3 * i))),
      sex: range(480).map((row) => ((row % 40) % 3 === 0 ? "f" : "m")),
      mode: repeat(12, 40, (i) => (i % 2 ? "want" : "do")),
      y: normal(480),
    },
    ["id"],
  ],
  ["households whose purchases are numbered", { hid: patients, id: visits, price: measured }, ["hid"]],
  ["states, each before and after", { state: twice(48, (i) => `s${i}`), year: beforeAndAfter, y: normal(96) }, ["state"]],
  ["no structure in numbers without a name, each with both of two others", { c1: twice(48, (i) => i), c2: beforeAndAfter }, undefined],
  [
    "ingredients that recur together",
    { a: ingredient(0), b: ingredient(1), c: ingredient(2), d: ingredient(3), age: range(120).map((row) => row % 3), y: normal(120) },
    ["a", "b", "c", "d"],
  ],
  [
    "no structure in years of school, and classes of them",
    {
      school: schooling,
      education: schooling.map((value) => Math.ceil(value / 4)),
      y: schooling.map((value) => value + 3 * schooler.normal()),
    },
    undefined,
  ],
  [
    "no structure in weights of a survey, which respondents of a stratum share",
    { dweight: ingredient(0), pspwght: ingredient(1), anweight: ingredient(2), prob: ingredient(3), y: normal(120) },
    undefined,
  ],
  [
    "parts that make a hundred",
    { a: part(0), b: part(1), c: part(2), age: range(300).map((row) => row % 4), y: normal(300) },
    ["a", "b", "c"],
  ],
  [
    "parts that make a third of a hundred but for their last decimal",
    { a: roundedPart(0), b: roundedPart(1), c: roundedPart(2), age: range(300).map((row) => row % 4), y: normal(300) },
    ["a", "b", "c"],
  ],
  [
    "an identifier without a name whose rows share two crossed attributes",
    { c1: sites, c2: sites.map((site) => `a${site % 2}`), c3: sites.map((site) => `b${site % 3}`), y: normal(sites.length) },
    ["c1"],
  ],
  [
    "an identifier without a name that has as many rows each, numbered by region",
    { c1: patients, c2: repeat(3, (PATIENTS / 3) * VISITS, (i) => `r${i}`), y: measured },
    ["c1"],
  ],
  [
    "no structure in columns that are computed from two others",
    {
      width: widths,
      height: heights,
      area: widths.map((width, i) => width * heights[i]),
      diagonal: widths.map((width, i) => Math.hypot(width, heights[i])),
      y: normal(400),
    },
    undefined,
  ],
  [
    "no structure in answers that go together, nor in their sum",
    {
      economy,
      culture,
      life,
      sum: economy.map((answer, i) => answer + culture[i] + life[i]),
      sex: economy.map(() => (random.next() < 0.5 ? "f" : "m")),
      y: normal(1500),
    },
    undefined,
  ],
  [
    "no structure in two answers that go together and their difference",
    {
      economy,
      culture,
      difference: economy.map((answer, i) => answer - culture[i]),
      sex: life.map((answer) => answer % 2),
      y: normal(1500),
    },
    undefined,
  ],
  [
    "no structure in two answers that go together and what is left of twenty",
    { economy, culture, left: economy.map((answer, i) => 20 - answer - culture[i]), sex: life.map((answer) => answer % 2) },
    undefined,
  ],
  [
    "no structure in figures of a year in a state",
    {
      state: stateYears.map(({ state }) => state),
      year: stateYears.map(({ year }) => year),
      unemployment: stateYears.map(({ state, year }) => ((7 * state + 3 * year) % 53) / 10),
      benefit: stateYears.map(({ state, year }) => 100 + ((11 * state + 5 * year) % 97)),
      married: stateYears.map(() => (random.next() < 0.7 ? "yes" : "no")),
      union: stateYears.map(() => (random.next() < 0.3 ? "yes" : "no")),
      y: normal(900),
    },
    undefined,
  ],
  [
    "no structure in indicators of a category",
    {
      c1: sites.map((site) => `c${site % 12}`),
      c2: sites.map((site) => Number(site % 12 === 3)),
      c3: sites.map((site) => Number(site % 12 === 7)),
      y: normal(sites.length),
    },
    undefined,
  ],
  ["no structure in measurements", { x: measured, z: normal(180), y: normal(180) }, undefined],
  ["no structure in categories that others do not depend on", { colour: sexes.map(() => `c${random.int(8)}`), x: measured }, undefined],
  ["no structure in rounded measurements", { age: measured.map((value) => Math.round(10 * value)), x: normal(180) }, undefined],
  [
    "no structure in a category that only renames another",
    { level: measured.map((value) => Math.round(2 * value)), name: measured.map((value) => `n${Math.round(2 * value)}`), x: normal(180) },
    undefined,
  ],
  [
    "no structure in what was not yet measured in earlier years",
    {
      year: years,
      hour: years.map(() => random.int(24)),
      sensor1: years.map(laterReading),
      sensor2: years.map(laterReading),
      sensor3: years.map(laterReading),
      y: normal(years.length),
    },
    undefined,
  ],
  [
    "ingredients that recur together, those that a recipe lacks left blank",
    {
      a: ingredient(0),
      b: ingredient(1),
      c: ingredient(2),
      d: ingredient(3).map((amount, row) => (row % 12 < 6 ? null : amount)),
      y: normal(120),
    },
    ["a", "b", "c", "d"],
  ],
  ["no structure in copies of rows", { x: [...measured, ...measured], y: [...visits, ...visits] }, undefined],
  ["no structure in few rows", { patient: patients.slice(0, 24), visit: visits.slice(0, 24), y: measured.slice(0, 24) }, undefined],
])("finds %s, in any order of the rows", (_case, columns, groupColumns) => {
  const table = createTable(columns);
  expect(findRowStructure(table)?.groupColumns.sort()).toEqual(groupColumns);
  const isOrderEvidence = "batch" in columns;
  const shuffled = takeRows(table, randomPermutation(table.nrow, createRandom(1)));
  if (!isOrderEvidence) expect(findRowStructure(shuffled)?.groupColumns.sort()).toEqual(groupColumns);
});

test("the row structure tells groups, the columns that only name them, the share of rows that have company, and the column of time", () => {
  const name = [...patients, 1, 2, 3].map((patient) => `patient ${patient}`);
  const table = createTable({ patient: [...patients, 1, 2, 3], visit: [...visits, 0, 0, 0], name, y: normal(183) });
  expect(findRowStructure(table)).toEqual({
    kind: "identifier",
    groupColumns: ["patient"],
    namingColumns: ["patient", "name"],
    groups: PATIENTS + 3,
    sharing: 180 / 183,
    timeColumn: "visit",
  });
});

test("numbers that stand for the groups by their name only name them; counts and times of each group are attributes", () => {
  const of = (cell: (i: number) => number | string) => repeat(PATIENTS, VISITS, cell);
  const table = createTable({
    patient: of((i) => `patient ${i}`),
    visit: visits,
    ID: of((i) => i + 1),
    clinic_no: of((i) => 1000 * (i + 1)),
    employees: of((i) => 40 + 17 * i),
    weight: of((i) => 50 + i),
    year: of((i) => 1990 + i),
    y: measured,
  });
  expect(findRowStructure(table)).toMatchObject({ groupColumns: ["patient"], namingColumns: ["patient", "ID", "clinic_no"] });
});

test.each<[string, Cells, string | undefined]>([
  ["year", visits, "year"],
  ["Monat", visits, "Monat"],
  ["測定日期", visits, "測定日期"],
  ["a4", visits.map((visit) => 1990 + 5 * visit), "a4"],
  ["dose", visits.map((visit) => 5 * visit), undefined],
  ["pupil", visits, undefined],
  ["plot", visits, undefined],
])("of numbers that tell the rows of a person apart, %s is told only if it is a time", (name, cells, timeColumn) => {
  const found = findRowStructure(createTable({ patient: patients, [name]: cells, y: measured }));
  expect(found?.groupColumns).toEqual(["patient"]);
  expect(found?.timeColumn).toBe(timeColumn);
});

test("of two columns that tell the rows of a person apart, the time is told", () => {
  const columns = { patient: patients, dose: visits.map((visit) => 2 * visit), week: visits, y: measured };
  expect(findRowStructure(createTable(columns))?.timeColumn).toBe("week");
});

const lasting = range(200).map(() => [random.normal(), random.normal(), random.normal()]);
/** Each row twice, with a little noise. */
const nearlyTwice = (at: number) => [...lasting, ...lasting].map((cells) => cells[at] + 1e-6 * random.normal());

test("rows that nearly equal another one belong together, though a column numbers them", () => {
  const table = createTable({ id: range(400), a: nearlyTwice(0), b: nearlyTwice(1), c: nearlyTwice(2) });
  const found = findRowStructure(table);
  expect(found).toMatchObject({ kind: "copies", groupColumns: [] });
  expect(found?.sharing).toBeGreaterThan(0.95);
  const groups = structureGroups(table, found!)!;
  expect(range(200).filter((row) => groups[row] === groups[row + 200]).length).toBeGreaterThan(190);
  expect(findRowStructure(takeRows(table, Int32Array.from(range(200))))).toBeUndefined();
});

test("answers of a few values that agree by chance are no copies, nor are readings in order of a time", () => {
  const age = range(600).map(() => random.int(5));
  const follows = (spread: number) => age.map((value) => value + random.int(spread));
  expect(findRowStructure(createTable({ age, a: follows(2), b: follows(2), c: follows(3), d: follows(3) }))).toBeUndefined();
  const slow = (at: number) => range(400).map((row) => lasting[row >> 1][at]);
  expect(findRowStructure(createTable({ hour: range(400), a: slow(0), b: slow(1), c: slow(2) }))).toBeUndefined();
});

test("the response is no group column", () => {
  const table = createTable({ patient: patients, visit: visits, y: measured });
  expect(findRowStructure(table, { notGroups: ["patient"] })).toBeUndefined();
});

const MIX = ["ash", "cement", "coarseagg", "fineagg", "slag", "superplasticizer", "water"];
for (const [file, groupColumns] of [
  ["grouped/males.csv", ["nr"]],
  ["grouped/produc.csv", ["state"]],
  ["grouped/ricefarms.csv", ["id"]],
  ["grouped/chickweight.csv", ["Chick"]],
  ["grouped/milk.csv", ["Cow"]],
  ["grouped/exam.csv", ["school"]],
  ["grouped/crime.csv", ["county"]],
  ["grouped/soybean.csv", ["Plot"]],
  ["concrete-strength.csv", MIX],
  ["iris.csv", undefined],
  ["banknote.csv", undefined],
  ["wine-quality-red.csv", undefined],
  ["abalone.csv", undefined],
] as const) {
  testWithDataFolder(
    `the rows of ${file} ${groupColumns ? `belong together by ${groupColumns.join(", ")}` : "stand for themselves"}`,
    async () => {
      expect(findRowStructure(await readCsv(dataFolderPath(file)))?.groupColumns.sort()).toEqual(groupColumns);
    },
  );
  testWithDataFolder(`so it is with ${file} in shuffled rows and under names that tell nothing`, async () => {
    const table = await readCsv(dataFolderPath(file));
    const columns = table.columns.map((column, i) => ({ ...column, name: `c${i}` }));
    const shuffled = takeRows({ ...table, columns }, randomPermutation(table.nrow, createRandom(1)));
    const found = findRowStructure(shuffled)?.groupColumns.map((name) => table.columns[Number(name.slice(1))].name);
    expect(found?.sort()).toEqual(groupColumns);
  });
}
