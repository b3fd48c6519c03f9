import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OptimizationResult, PredictionResult } from "@agatha/contracts";
import { vegaFile } from "../../data.js";
import { table, useCommandLine } from "../testing/command-line.js";

const { client, folder, runProcess, runUnread, runAgathaCli, printedJson, logIn } = await useCommandLine();

test("settings are searched for by goals, limits and fixed values, or by a request in JSON", async () => {
  await logIn();
  const kinds = ["a", "b"];
  const lines = Array.from({ length: 120 }, (_, i) => {
    const [x, z] = [i % 20, (7 * i) % 13];
    return `${x},${z},${kinds[i % 2]},${3 * x - 2 * z + (i % 2) * 10}`;
  });
  await writeFile(join(folder, "mixes.csv"), ["x,z,kind,strength", ...lines].join("\n"));
  const [dataset] = await printedJson<{ id: string }>(["upload", join(folder, "mixes.csv"), "--name", "Mixes"]);
  await printedJson(["train", "Mixes", "--response", "strength", "--algorithm", "GLM", "--name", "Strength"]);
  const search = ["optimize", "Strength", "--goal", "max", "--within", "x=3..8", "--fixed", "kind=a,z=5", "--solutions", "1"];
  const [found] = await printedJson<OptimizationResult>([...search, "--json"]);
  expect(found?.solutions.map(({ settings }) => settings)).toEqual([{ x: 8, z: 5, kind: "a" }]);
  const { code, out } = await runAgathaCli(search);
  expect(code).toBe(0);
  expect(
    out
      .split("\n")
      .slice(0, 2)
      .map((line) => line.trim().split(/\s+/)),
  ).toEqual([expect.arrayContaining(["x", "z", "kind", "prediction"]), expect.arrayContaining(["8", "5", "a"])]);
  const [kept] = await printedJson<OptimizationResult>(["optimize", "Strength", "--at-least", "20", "--minimize", "x", "--json"]);
  expect(kept?.solutions[0]?.goals?.[0]).toMatchObject({ met: true });
  const request = { target: { goal: "min" }, variables: [{ column: "kind", choices: ["b"] }], solutions: 1 };
  const [asked] = await printedJson<OptimizationResult>(["optimize", "Strength", "--request", "-", "--json"], {
    input: JSON.stringify(request),
  });
  expect(asked?.solutions[0]?.settings).toMatchObject({ x: 0, z: 12, kind: "b" });
  const misspelt = await runAgathaCli(["optimize", "Strength", "--request", "-"], { input: JSON.stringify({ ...request, solution: 2 }) });
  expect(misspelt).toMatchObject({ code: 0, said: expect.stringContaining('Warning: unknown field "solution" is ignored') });
  for (const [args, said] of [
    [["--goal", "high"], '--goal: "high" is no number'],
    [["--within", "x=3"], "--within is like"],
    [["--request", "-", "--goal", "max"], "leave out --goal"],
  ] as const) {
    expect(await runAgathaCli(["optimize", "Strength", ...args])).toMatchObject({ code: 2, said: expect.stringContaining(said) });
  }
  expect(await runAgathaCli(["optimize", "Strength", "--fixed", "missing=3"])).toMatchObject({
    code: 1,
    said: expect.stringContaining("missing"),
  });
  await client.api.deleteDataset(dataset!.id);
});

test("a file is read with the options that the command gives, and a model learns from its rows after the edit steps", async () => {
  await logIn();
  const lines = Array.from({ length: 60 }, (_, i) => `${i % 12};${i % 12},5;0${(i % 9) + 1}/02/2024`);
  const file = join(folder, "report.csv");
  await writeFile(file, ["Line 3;;", "printed;today;", "x;y;day", ...lines].join("\n"));
  const options = ["--skip-rows", "2", "--delimiter", ";", "--decimal", ",", "--dates", "day_first", "--header", "first_row"];
  const [dataset] = await printedJson<{ id: string; nrow: number; columns: string[] }>(["upload", file, "--name", "Report", ...options]);
  expect(dataset).toMatchObject({ nrow: 60, columns: ["x", "y", "day"] });
  const { id } = dataset!;
  expect((await client.api.rows(id))?.data[0]).toEqual([0, 0.5, "2024-02-01T00:00:00.000Z"]);
  const conditions = [{ column: "x", op: "lt" as const, value: 10 }];
  await client.api.createExtraction(id, { spec: { type: "filter", groups: [{ conditions }] } });
  const [model] = await printedJson<{ id: string }>(["train", "Report", "--response", "y", "--algorithm", "GLM", "--use-extraction"]);
  expect(await client.api.model(id, model!.id)).toMatchObject({ use_extraction: true, held_out_rows: 50 });
  for (const [option, said] of [
    ["--skip-rows=two", "--skip-rows is a whole number"],
    ["--dates=first", "--dates is one of day_first, month_first, year_first"],
  ] as const) {
    expect(await runAgathaCli(["upload", file, option])).toMatchObject({ code: 2, said: expect.stringContaining(said) });
  }
  await client.api.deleteDataset(id);
});

test("a decision among classes is stored on a model, and removed again", async () => {
  await logIn();
  const lines = Array.from({ length: 100 }, (_, i) => `${i % 50},${i % 50 > 25 === i % 7 > 0 ? "nok" : "ok"}`);
  await writeFile(join(folder, "parts.csv"), ["x,verdict", ...lines].join("\n"));
  const [dataset] = await printedJson<{ id: string }>(["upload", join(folder, "parts.csv"), "--name", "Parts"]);
  await printedJson(["train", "Parts", "--response", "verdict", "--algorithm", "GLM", "--name", "Verdict"]);
  const answerFor = async (x: number) => {
    await writeFile(join(folder, "part.json"), JSON.stringify({ x }));
    return (await printedJson<PredictionResult>(["predict", "Verdict", join(folder, "part.json")]))[0]?.value;
  };
  expect(await answerFor(0)).toEqual(["ok"]);
  const [stored] = await printedJson<object>(["decide", "Verdict", "--costs", "[[0,99],[1,0]]", "--threshold", "0"]);
  expect(stored).toMatchObject({
    decision: {
      labels: ["nok", "ok"],
      costs: [
        [0, 99],
        [1, 0],
      ],
      threshold: 0,
    },
  });
  expect(await answerFor(49)).toEqual(["ok"]);
  await printedJson(["decide", "Verdict", "--costs", "[[0,99],[1,0]]"]);
  expect(await answerFor(0)).toEqual(["nok"]);
  expect(await printedJson(["decide", "Verdict", "--likeliest"])).toMatchObject([{ decision: null }]);
  expect(await answerFor(0)).toEqual(["ok"]);
  expect(await runAgathaCli(["decide", "Verdict"])).toMatchObject({ code: 2, said: expect.stringContaining("--costs") });
  await client.api.deleteDataset(dataset!.id);
});

test("a file is predicted as the model's dataset was read: with its decimal mark and its text of digits", async () => {
  interface Movie {
    "IMDB Votes": number | null;
    "IMDB Rating": number | null;
  }
  await logIn();
  const movies = JSON.parse(await readFile(vegaFile("movies.json"), "utf8")) as Movie[];
  const lines = movies.flatMap(({ "IMDB Votes": votes, "IMDB Rating": rating }, i) => {
    if (votes === null || rating === null) return [];
    return `${String(votes).replace(/\B(?=(\d{3})+$)/g, ".")};${i % 3 === 0 ? "R" : i % 2};${String(rating).replace(".", ",")}`;
  });
  await writeFile(join(folder, "movies.csv"), ["votes;mark;rating", ...lines].join("\n"));
  const [dataset] = await printedJson<{ id: string }>(["upload", join(folder, "movies.csv"), "--name", "Movies"]);
  await printedJson(["train", "Movies", "--response", "rating", "--algorithm", "GLM", "--columns", "votes,mark", "--name", "Rated"]);
  await writeFile(join(folder, "asked.json"), JSON.stringify([6071, 129664].map((votes) => ({ votes, mark: "1" }))));
  const [{ value } = { value: [] }] = await printedJson<PredictionResult>(["predict", "Rated", join(folder, "asked.json")]);
  await writeFile(join(folder, "asked.csv"), "votes;mark\n6.071;1\n129.664;1\n");
  const { out } = await runAgathaCli(["predict", "Rated", join(folder, "asked.csv")]);
  const predicted = out.trim().split("\r\n").slice(1);
  expect(predicted.map((line) => Number(line.split(",")[1]))).toEqual(value.map((each) => expect.closeTo(Number(each), 6)));
  await client.api.updateDataset(dataset!.id, { columns: [{ name: "votes", type: "s" }] });
  expect(await runAgathaCli(["predict", "Rated", join(folder, "asked.csv")])).toMatchObject({ out });
  await client.api.deleteDataset(dataset!.id);
});

test("a script goes from a table to predictions and an exported model, and leaves nothing unintended behind", async () => {
  expect(await logIn({}, runProcess)).toMatchObject({ code: 0, out: expect.stringContaining('"username":"admin"') });
  const { mode } = await stat(join(folder, "home", "session.json"));
  expect((mode & 0o777).toString(8)).toBe("600");

  await writeFile(join(folder, "line.csv"), table(200));
  const [dataset] = await printedJson<{ id: string; nrow: number; columns: string[] }>(
    ["upload", join(folder, "line.csv"), "--name", "Line", "--title", "\u7dda 2024"],
    {},
    runProcess,
  );
  expect(dataset).toMatchObject({ title: "\u7dda 2024", nrow: 200, columns: ["x", "z", "y"] });

  const training = [
    "train",
    "Line",
    "--response",
    "y",
    "--algorithm",
    "GLM",
    "--columns",
    "x,z",
    "--name",
    "Slope",
    "--title",
    "\u50be\u304d",
  ];
  const [model] = await printedJson<{ id: string; title: string; algorithms: string[]; indicators: Record<string, number> }>(
    training,
    {},
    runProcess,
  );
  expect([model?.title, model?.algorithms]).toEqual(["\u50be\u304d", ["GLM"]]);
  expect(model?.indicators.R2).toBeGreaterThan(0.99);

  const rows = JSON.stringify([
    { x: 50, z: 3 },
    { x: "100", z: 3 },
  ]);
  const [answer] = await printedJson<PredictionResult>(["predict", "Slope", "-"], { input: rows });
  expect(answer?.value).toEqual([expect.closeTo(151, -1), expect.closeTo(301, -1)]);

  await writeFile(join(folder, "new.csv"), "x,z\n50,3\n100,3\n150,3\n");
  const predictions = await runProcess(["predict", model!.id, join(folder, "new.csv")]);
  expect(predictions.code).toBe(0);
  expect(predictions.out.trim().split(/\r\n/)).toHaveLength(4);
  expect((await runAgathaCli(["predict", "\u50be\u304d", "\u7dda 2024"])).out.trim().split(/\r\n/)).toHaveLength(201);
  const unread = await runUnread(["predict", model!.id, join(folder, "new.csv")]);
  expect(unread).toEqual({ code: 0, said: expect.not.stringMatching(/EPIPE|Interrupted/) });
  const listed = await printedJson<{ name: string; title: string }>(["datasets"]);
  expect(listed.map(({ name, title }) => [name, title])).toEqual([["Line", "\u7dda 2024"]]);

  const withoutDeletion: typeof fetch = async (input, init) =>
    init?.method === "DELETE" ? await Promise.reject(new TypeError("fetch failed")) : await fetch(input, init);
  await writeFile(join(folder, "other.csv"), "w,v\n1,2\n2,3\n");
  const kept = await runAgathaCli(["predict", model!.id, join(folder, "other.csv")], { fetch: withoutDeletion });
  expect(kept).toMatchObject({ code: 1, said: expect.stringMatching(/Delete the dataset "Rows\d+".*\n.*batch prediction failed/) });
  const [left] = (await printedJson<{ id: string; name: string }>(["datasets"])).filter(({ name }) => name.startsWith("Rows"));
  await client.api.deleteDataset(left!.id);

  const exported = join(folder, "slope.onnx");
  await printedJson(["export", "Slope", "--output", exported], {}, runProcess);
  expect((await readFile(exported)).length).toBeGreaterThan(100);
  const refused = await runProcess(["export", "Slope", "--format", "tfjs", "--output", join(folder, "slope.zip")]);
  expect(refused.code).not.toBe(0);
  expect(refused.said).toMatch(/this model's algorithm is GLM. Choose the format onnx/);
  expect(await printedJson(["models"])).toEqual([expect.objectContaining({ id: model?.id, title: "\u50be\u304d" })]);

  expect(await runAgathaCli(["status"])).toMatchObject({ code: 0, out: "running 0, waiting 0, failed 0, stopped 0, cancelled 0\n" });
  expect(await printedJson(["status", "--json"])).toEqual([{ running: [], waiting: [], failed: [], stopped: [], cancelled: [] }]);

  const later = ["train", "Line", "--response", "y", "--algorithm", "GLM", "--name", "Later", "--rows", "time", "--time-column", "x"];
  const [inTime] = await printedJson<{ validation: unknown }>(later);
  expect(inTime).toMatchObject({
    validation: { rows: "time", timeColumn: "x" },
    figures_for: "later rows",
    other: { figures_for: "random rows", indicators: { RMSE: expect.any(Number) } },
  });
  const [ofGroups] = await printedJson([...later.slice(0, 6), "--name", "Groups", "--group-columns", "x", "--time-column", "x"]);
  expect(ofGroups).toMatchObject({
    validation: { rows: "time", timeColumn: "x", groupColumns: ["x"] },
    figures_for: "later groups",
  });

  const sales = Array.from({ length: 48 }, (_, i) => {
    const month = new Date(Date.UTC(2020, i >> 1)).toISOString().slice(0, 10);
    return `${month},${i % 2 === 0 ? "North" : "South"},${10 + (i % 5) + i},${1 + (i % 3)}`;
  });
  await writeFile(join(folder, "shops.csv"), ["month,shop,sold,price", ...sales].join("\n"));
  await printedJson(["upload", join(folder, "shops.csv"), "--name", "Shops", "--product", "timeseries"]);
  const series = ["--response", "sold", "--time-column", "month", "--series-column", "shop", "--horizon", "3", "--known-ahead", "price"];
  const [shops] = await printedJson<{ id: string; dataset_id: string }>(["train", "Shops", ...series, "--algorithm", "Theta"]);
  const { forecast } = await client.api.modelInfo(shops?.dataset_id ?? "", shops?.id ?? "");
  expect(forecast?.series?.map(({ name, steps }) => [name, steps.length])).toEqual([
    ["North", 3],
    ["South", 3],
  ]);
  const plan = [{ month: "2022-01-01", shop: "South", price: 2 }];
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
  const [planned] = await printedJson<{ value: unknown[] }>(["predict", shops?.id ?? "", join(folder, "plan.json")]);
  expect(planned?.value).toEqual([expect.any(Number)]);

  const future = ["North", "South"].flatMap((shop) =>
    ["2022-01-01", "2022-02-01", "2022-03-01", "2022-04-01"].map((month) => ({ month, shop, price: 2 })),
  );
  await writeFile(join(folder, "future.json"), JSON.stringify(future));
  const forecasting = ["forecast", shops?.id ?? "", "--future", join(folder, "future.json")];
  const all = await printedJson<{ series: string; time: string; value: number; lower: number; upper: number }>([...forecasting, "--json"]);
  expect(all.map(({ series, time }) => `${series} ${time.slice(0, 7)}`)).toEqual(
    ["North", "South"].flatMap((shop) => ["2022-01", "2022-02", "2022-03"].map((month) => `${shop} ${month}`)),
  );
  expect(all[3]?.value).toBeCloseTo(Number(planned?.value[0]), 9);
  const south = await runAgathaCli([...forecasting, "--series", "South", "--periods", "4", "--csv"]);
  const [header, ...lines] = south.out.trimEnd().split("\r\n");
  expect([south.code, header, lines.length]).toEqual([0, "series,time,value,lower,upper,warning", 4]);
  expect(lines[0]?.split(",").slice(0, 3)).toEqual(["South", all[3]?.time, String(all[3]?.value)]);
  expect(lines[2]?.endsWith(",")).toBe(true);
  expect(lines[3]).toContain("Errors more than 3 periods ahead were not measured");
  const asCsv = join(folder, "future.csv");
  await writeFile(asCsv, ["shop;month;price", ...future.map(({ shop, month, price }) => `${shop};${month};${price},0`)].join("\n"));
  expect(await printedJson(["forecast", shops?.id ?? "", "--future", asCsv, "--json"])).toEqual(all);
  await writeFile(asCsv, "shop,month,price\nNorth,2022-01-01,dear\n");
  expect(await runAgathaCli(["forecast", shops?.id ?? "", "--future", asCsv])).toMatchObject({
    code: 2,
    said: expect.stringContaining('line 2, column price: "dear" is no number'),
  });
  const shown = await runAgathaCli([...forecasting, "--series", "North"]);
  expect(shown.out.split("\n").map((line) => line.trim().split(/\s+/)[0])).toEqual(["series", "North", "North", "North", ""]);
  expect(await runAgathaCli(["forecast", shops?.id ?? ""])).toMatchObject({
    code: 1,
    said: expect.stringContaining("price is known ahead"),
  });
  expect(await runAgathaCli([...forecasting, "--series", "East"])).toMatchObject({
    code: 1,
    said: expect.stringContaining('no series "East"'),
  });
  expect(await runAgathaCli(["forecast", shops?.id ?? "", "--periods", "0"])).toMatchObject({ code: 2 });

  const session = await readFile(join(folder, "home", "session.json"), "utf8");
  expect((await runProcess(["logout"])).code).toBe(0);
  await expect(stat(join(folder, "home", "session.json"))).rejects.toThrow("ENOENT");
  await writeFile(join(folder, "stolen.json"), session);
  expect(await runAgathaCli(["models"], { env: { AGATHA_SESSION_FILE: join(folder, "stolen.json") } })).toMatchObject({ code: 3 });
});
