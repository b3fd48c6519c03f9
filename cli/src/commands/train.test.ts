import { Writable } from "node:stream";
import { runCommand } from "../run-command.js";
import { train } from "./train.js";

/** Returns the exit code and what was told to people. Nobody is logged in and no server is asked. */
async function run(...words: string[]) {
  const lines: string[] = [];
  const refuse = () => Promise.reject(new Error("no server was expected to be asked"));
  const context = {
    fetch: refuse,
    sessionFile: "/nowhere/session.json",
    dataFolder: "/nowhere",
    askPassword: refuse,
    askCode: refuse,
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    log: (line: string) => void lines.push(line),
    sleep: refuse,
    signal: new AbortController().signal,
  };
  const code = await runCommand(["train", "parts", ...words], context, { train });
  return { code, told: lines.join("\n") };
}

test.each([
  [["--rank-by", "RMSE"], "Only automatic training takes --rank-by: add --auto"],
  [["--seconds", "30", "--algorithm", "GLM"], "Only automatic training takes --seconds: add --auto"],
  [["--auto", "--tune-by", "RMSE", "--algorithm", "GLM"], "leave out --algorithm, --tune-by"],
])("options that the training would not use are refused before a server is asked: %s", async (words, told) => {
  const refused = await run(...words);
  expect(refused.code).toBe(2);
  expect(refused.told).toContain(told);
});

test("options that the training uses are refused by nobody", async () => {
  expect((await run("--auto", "--rank-by", "RMSE", "--seconds", "30")).code).toBe(3);
});
