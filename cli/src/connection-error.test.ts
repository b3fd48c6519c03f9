import { connectionErrorLines } from "./connection-error.js";

/** Returns an error as `fetch` throws them, within one for users. */
const failed = (message: string, code?: string) =>
  new Error("The server does not respond", {
    cause: new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) }),
  });

test.each<[string, Error, string[]]>([
  ["a refused connection", failed("connect ECONNREFUSED 127.0.0.1:8080", "ECONNREFUSED"), ["  connect ECONNREFUSED 127.0.0.1:8080"]],
  ["several refused connections", failed("", "ECONNREFUSED"), ["  ECONNREFUSED"]],
  ["a port that fetch refuses", failed("bad port"), ["  bad port"]],
  [
    "a mistyped host",
    failed("getaddrinfo ENOTFOUND agatha.example", "ENOTFOUND"),
    ["  getaddrinfo ENOTFOUND agatha.example", "  Check the host's name in the address"],
  ],
  [
    "a certificate of its own",
    failed("self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"),
    [
      "  self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)",
      "  If you trust it, set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority",
    ],
  ],
  ["an error without a cause", new Error("The server does not respond"), []],
])("%s is told with what to do", (_what, error, lines) => {
  expect(connectionErrorLines(error)).toEqual(lines);
});
