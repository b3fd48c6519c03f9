import { join } from "node:path";

const folder = process.env.TEST_DATA;

/** Tests on the real files of the folder that TEST_DATA names; skipped, and said so, where there is none. */
export const testWithData: typeof test = folder
  ? test
  : (Object.assign((name: string) => test.skip(`${name} (set TEST_DATA)`, () => {}), test) as typeof test);

export function testData(file: string): string {
  return join(folder ?? "", file);
}
