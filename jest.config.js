// Tests run as compiled JavaScript in plain Node processes: Jest's own vm contexts give typed arrays another realm.
export default {
  runner: "jest-light-runner/child-process",
  testMatch: ["**/dist/**/*.test.js"],
  testPathIgnorePatterns: ["/node_modules/"],
  modulePathIgnorePatterns: ["<rootDir>/\\.cache/"],
  transform: {},
  testTimeout: 60_000,
};
