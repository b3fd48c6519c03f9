/** Checks, without a cluster, that every documented Kubernetes command is run by a test on a cluster. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  COMMANDS_TESTED_ELSEWHERE,
  commandsInLines,
  commandsOf,
  documentationPages,
  documentedSteps,
  stepsOf,
  untestedBlocks,
} from "../cluster/documented-commands.js";
import { REPOSITORY } from "../cluster/launcher/cluster-paths.js";
import { transcriptSteps } from "../cluster/transcript.js";

const TESTS = join(REPOSITORY, "tests/src");

test("every documented block of commands is run by a cluster test", () => {
  expect(documentedSteps().length).toBeGreaterThan(15);
  expect(untestedBlocks()).toEqual([]);
});

test("every documented inline command is in a tested block or run by a named test", () => {
  const blocks = documentedSteps().map(({ text }) => text);
  const isRun = (command: string) =>
    blocks.some((text) => text.includes(command)) || COMMANDS_TESTED_ELSEWHERE.some((one) => one.command === command);
  expect(commandsInLines().filter(({ command }) => !isRun(command))).toEqual([]);
});

test.each(COMMANDS_TESTED_ELSEWHERE)("$command is still documented, and still run by $test", ({ command, test, shownBy }) => {
  const written = [
    ...commandsInLines().map((one) => one.command),
    ...documentationPages().flatMap((page) => stepsOf(page).flatMap(({ text }) => commandsOf(text))),
  ];
  expect(written).toContain(command);
  const file = join(TESTS, test);
  expect([test, existsSync(file)]).toEqual([test, true]);
  expect(readFileSync(file, "utf8")).toContain(shownBy);
});

test("only blocks marked as transcripts have commands after a dollar sign", () => {
  for (const { name, transcript, text } of documentedSteps()) {
    expect([name, transcriptSteps(text).length > 0]).toEqual([name, transcript]);
  }
});

test("a suite of the cluster runs the documented commands", () => {
  expect(readFileSync(join(TESTS, "cluster/kubectl.test.ts"), "utf8")).toMatch(/^describeDocumentation\(\);$/m);
  expect(readFileSync(join(TESTS, "../cluster.mjs"), "utf8")).toMatch(/"(cluster\/)?kubectl"/);
});
