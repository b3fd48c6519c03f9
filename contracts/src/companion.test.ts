import { isCompanionOrigin } from "./companion.js";

const NAMED = ["https://recipes.example.com"];

test.each<[string, string, boolean]>([
  ["a service on the same machine", "http://localhost:5000", true],
  ["a service on the same machine by its address", "http://127.0.0.1:5000", true],
  ["a service on the same machine by IPv6", "http://[::1]:5000", true],
  ["a service that was named", "https://recipes.example.com", true],
  ["the same at another port", "https://recipes.example.com:8443", false],
  ["the same without encryption", "http://recipes.example.com", false],
  ["a name that only begins like it", "https://recipes.example.com.evil.example", false],
  ["a name that only begins like this machine's", "http://localhost.evil.example", false],
  ["this machine as the name of a user", "http://localhost@evil.example", false],
  ["an address with a path", "http://localhost:5000/", false],
  ["a page without an origin", "null", false],
  ["nothing", "", false],
  ["a program in the browser", "javascript://localhost/", false],
])("messages are exchanged only with allowed origins: %s", (_who, origin, allowed) => {
  expect(isCompanionOrigin(origin, NAMED)).toBe(allowed);
});
