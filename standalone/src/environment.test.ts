import { readEnvironment } from "./environment.js";

test("no variable is required", () => {
  expect(readEnvironment({})).toEqual({
    PORT: 8080,
    OPERATIONS_PORT: 9090,
    HOST: "127.0.0.1",
    BASE_PATH: "/tukey",
    AGATHA_DATA: ".agatha",
    AGATHA_PUBLIC_URL: [],
    AGATHA_SERVICE_ORIGINS: [],
    AGATHA_TRUSTED_PROXIES: 0,
    AGATHA_SECURE_COOKIES: false,
    AGATHA_SESSION_IDLE_HOURS: 12,
    AGATHA_SESSION_MAX_DAYS: 7,
    LOG_LEVEL: "warn",
  });
});

test.each([
  ["a port as text", { PORT: "0" }, { PORT: 0 }],
  ["a base path with a slash at its end", { BASE_PATH: "/a/b/" }, { BASE_PATH: "/a/b" }],
  [
    "origins of services",
    { AGATHA_SERVICE_ORIGINS: "https://a.example, http://b:1" },
    { AGATHA_SERVICE_ORIGINS: ["https://a.example", "http://b:1"] },
  ],
  ["no base path", { BASE_PATH: "/" }, { BASE_PATH: "" }],
  ["an empty variable, which counts as not set", { AGATHA_ADMIN_PASSWORD: "", PORT: "" }, { PORT: 8080 }],
])("reads %s", (_what, variables, expected) => {
  expect(readEnvironment(variables)).toMatchObject(expected);
});

test.each([
  ["a provider over plain HTTP", { AGATHA_OIDC_ISSUER: "http://login.example.com" }, /^AGATHA_OIDC_ISSUER: must begin with https/],
  ["a provider that is no address", { AGATHA_OIDC_ISSUER: "login" }, /^AGATHA_OIDC_ISSUER: must be the provider's address/],
  ["scopes without openid", { AGATHA_OIDC_SCOPES: "email" }, /^AGATHA_OIDC_SCOPES: must have openid/],
  ["an origin with a path", { AGATHA_SERVICE_ORIGINS: "https://a.example,https://b.example/x" }, /^AGATHA_SERVICE_ORIGINS/],
  ["a port that is no number", { PORT: "http" }, /^PORT: /],
  ["a port that does not exist", { OPERATIONS_PORT: "65536" }, /^OPERATIONS_PORT: /],
  ["a base path without a slash", { BASE_PATH: "tukey" }, /^BASE_PATH: must begin with a slash/],
  ["a base path that leaves its place", { BASE_PATH: "/a b" }, /^BASE_PATH: /],
  ["a password that is too short", { AGATHA_ADMIN_PASSWORD: "1234567" }, /^AGATHA_ADMIN_PASSWORD: must have at least 8/],
])("%s is refused with the variable's name", (_what, variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

test("all problems of the environment are reported at once", () => {
  expect(() => readEnvironment({ PORT: "x", LOG_LEVEL: "loud" })).toThrow(/PORT: .*\nLOG_LEVEL: /);
});
