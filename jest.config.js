// Tests run as compiled JavaScript in plain Node processes: Jest's own vm contexts give typed arrays another realm.
import { register } from "node:module";

const REGISTER = `--import=${new URL("tests/register.mjs", import.meta.url).href}`;
// tests/jest.mjs starts Jest with this option, which its threads and forks inherit. Editors start Jest without it.
if (!process.execArgv.includes(REGISTER)) {
  register("./tests/resolve.mjs", import.meta.url);
  process.execArgv.push(REGISTER);
}

export default {
  runner: "jest-light-runner/child-process",
  testMatch: ["**/dist-test/**/*.test.js", "<rootDir>/tests/dist/**/*.test.js"],
  testPathIgnorePatterns: ["/node_modules/"],
  modulePathIgnorePatterns: ["<rootDir>/\\.cache/"],
  transform: {},
  testTimeout: 60_000,
};
