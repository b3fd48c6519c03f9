// Tests the running product against its own openapi.json with two external programs. schemathesis sends allowed and forbidden
// requests and runs all of its checks. spectral lints the document by the rules of OpenAPI and of OWASP. Neither is a dependency
// of the project:
//
//   python3 -m venv DIR && DIR/bin/pip install schemathesis      SCHEMATHESIS=DIR/bin/st
//   npm i --prefix DIR @stoplight/spectral-cli @stoplight/spectral-owasp-ruleset      SPECTRAL=DIR/node_modules/.bin/spectral
//
// CONTRACT_SECONDS limits the time of schemathesis (300). AGATHA_URL names a product that runs already.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { prepare } from "../standalone/prepare.mjs";

const { SCHEMATHESIS = "st", SPECTRAL = "spectral", CONTRACT_SECONDS = "300" } = process.env;
/** A logout would end the session of all other requests. */
const LOGOUT = "postAccountsLogout";

await prepare();
const { removeFolder, startAgatha, temporaryFolder } = await import("./dist/end-to-end/testing/agatha-process.js");
const { TestClient } = await import("./dist/end-to-end/testing/client.js");
const { createApiFixtures } = await import("./dist/api-conformance/fixtures.js");
const { dictionaryConfiguration, withRealExamples } = await import("./dist/api-conformance/real-examples.js");
const folder = await temporaryFolder();
const written = await temporaryFolder();
const product = await startAgatha(folder);
let failed = 0;
try {
  const url = product.url.replace(/\/$/, "");
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const [configuration, examples] = await configured(document);
  const what = ["run", examples, "--url", url, "--max-time", CONTRACT_SECONDS, "--request-timeout", "60"];
  failed += run(SCHEMATHESIS, ["--config-file", configuration, ...what, "--exclude-operation-id", LOGOUT, ...process.argv.slice(2)]);
  failed += run(SPECTRAL, ["lint", "--fail-severity", "error", "--ruleset", ...ruled(document)]);
} finally {
  await product.stop();
  await removeFolder(folder);
  await removeFolder(written);
}
process.exit(failed === 0 ? 0 : 1);

/** Writes schemathesis's configuration and the document, both with a manager's fixtures. The session is in the environment. */
async function configured(document) {
  const client = new TestClient(product.url);
  await client.login();
  const has = await createApiFixtures(client);
  const { "X-CSRFToken": csrf, cookie } = client.headers();
  Object.assign(process.env, { AGATHA_CSRF: csrf, AGATHA_SESSION: /agatha_session=([^;]+)/.exec(cookie)[1] });
  const [configuration, examples] = ["schemathesis.toml", "examples.json"].map((name) => join(written, name));
  // Settings of the whole run precede the tables of operations.
  writeFileSync(configuration, `${readFileSync("tests/schemathesis.toml", "utf8")}\n${dictionaryConfiguration(document, has)}`);
  writeFileSync(examples, JSON.stringify(withRealExamples(document, has)));
  return [configuration, examples];
}

/**
 * Writes the rules and the product's document into a folder of their own. spectral resolves installed rules only beside the file
 * that names them, and exceptions for a part of a document only beside that document.
 */
function ruled(document) {
  const [rules, file] = ["spectral.yaml", "openapi.json"].map((name) => join(written, name));
  copyFileSync("tests/spectral.yaml", rules);
  writeFileSync(file, JSON.stringify(document));
  if (SPECTRAL.includes("node_modules")) symlinkSync(dirname(dirname(resolve(SPECTRAL))), join(written, "node_modules"));
  return [rules, file];
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) console.error(`${command} cannot be run: ${error.message}. How to get it stands at the top of tests/api-conformance.mjs`);
  return status === 0 ? 0 : 1;
}
