// Holds the running product to its own openapi.json, by programs that others wrote: schemathesis sends what the document allows
// and what it forbids, spectral reads the document by the rules of OpenAPI and of OWASP. Neither comes with the project:
//   python3 -m venv DIR && DIR/bin/pip install schemathesis      SCHEMATHESIS=DIR/bin/st
//   npm i --prefix DIR @stoplight/spectral-cli @stoplight/spectral-owasp-ruleset      SPECTRAL=DIR/node_modules/.bin/spectral
// CONTRACT_SECONDS is how long schemathesis may go on (300). AGATHA_URL names a product that runs already.
import { spawnSync } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createApiClient, createConnection, createCookieFetch } from "@agatha/contracts/client";
import { prepare } from "../standalone/prepare.mjs";

const { SCHEMATHESIS = "st", SPECTRAL = "spectral", CONTRACT_SECONDS = "300" } = process.env;
/** It would end the session that everything else is asked with. */
const LOGOUT = "postAccountsLogout";

await prepare();
const { PASSWORD, removeFolder, startProduct, temporaryFolder } = await import("./dist/end-to-end/product.js");
const folder = await temporaryFolder();
const ruled = await temporaryFolder();
const product = await startProduct(folder);
let failed = 0;
try {
  const url = product.url.replace(/\/$/, "");
  Object.assign(process.env, await session(url));
  const judged = await ruledDocument(url);
  const what = ["run", `${url}/openapi.json`, "--url", url, "--checks", "all", "--max-time", CONTRACT_SECONDS];
  failed += run(SCHEMATHESIS, [
    "--config-file",
    "tests/schemathesis.toml",
    ...what,
    "--exclude-operation-id",
    LOGOUT,
    ...process.argv.slice(2),
  ]);
  failed += run(SPECTRAL, ["lint", "--fail-severity", "error", "--ruleset", ...judged]);
} finally {
  await product.stop();
  await removeFolder(folder);
  await removeFolder(ruled);
}
process.exit(failed === 0 ? 0 : 1);

/** What a manager's calls carry, as tests/schemathesis.toml reads it; there is a dataset to ask about then. */
async function session(url) {
  const jar = createCookieFetch(globalThis.fetch);
  const connection = createConnection(url, jar.fetch);
  const api = createApiClient(connection);
  await api.login({ username: "admin", password: PASSWORD });
  connection.forgetCsrfToken();
  const rows = Array.from({ length: 100 }, (_, i) => `${i},${(i * 7) % 11},${3 * i}`);
  if ((await api.datasets()).length === 0) await api.upload(new Blob([["x,z,y", ...rows].join("\n")]), "line.csv", { name: "Line" });
  return { AGATHA_CSRF: await connection.csrfToken(), AGATHA_SESSION: jar.cookies.get("agatha_session") };
}

/**
 * The rules and the document that the product gives, in a folder of their own: spectral finds rules that were installed only
 * beside the file that names them, and exceptions for a part of a document only beside that document.
 */
async function ruledDocument(url) {
  const [rules, document] = ["spectral.yaml", "openapi.json"].map((name) => join(ruled, name));
  copyFileSync("tests/spectral.yaml", rules);
  writeFileSync(document, await (await fetch(`${url}/openapi.json`)).text());
  if (SPECTRAL.includes("node_modules")) symlinkSync(dirname(dirname(resolve(SPECTRAL))), join(ruled, "node_modules"));
  return [rules, document];
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) console.error(`${command} cannot be run: ${error.message}. How to get it stands at the top of tests/contract.mjs`);
  return status === 0 ? 0 : 1;
}
