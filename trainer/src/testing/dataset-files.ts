import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.env.TEST_DATA;

/** Defines a test on the real files of the folder TEST_DATA. Without the folder, the test is skipped with the reason. */
export function testWithDataFolder(name: string, run: () => Promise<void>): void {
  if (folder) test(name, run);
  else test.skip(`${name} (needs the folder of data that TEST_DATA names)`, run);
}

export function dataFolderPath(file: string): string {
  return join(folder ?? "", file);
}

/** Returns the path of a file of the npm package vega-datasets. */
export function vegaDatasetPath(file: string): string {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, "node_modules", "vega-datasets"))) {
    if (at === dirname(at)) throw new Error("vega-datasets is not installed: run npm install");
    at = dirname(at);
  }
  return join(at, "node_modules", "vega-datasets", "data", file);
}

/** Defines a test on a file of vega-datasets or of the folder TEST_DATA. The test gets the file's path. */
export function testOnFile(file: string, name: string, run: (path: string) => Promise<void>): void {
  if (existsSync(vegaDatasetPath(file))) test(name, () => run(vegaDatasetPath(file)));
  else testWithDataFolder(name, () => run(dataFolderPath(file)));
}
