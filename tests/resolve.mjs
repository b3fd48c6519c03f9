// Tests and fixtures are compiled into `dist-test`, beside the `dist` of what they test: product modules exist once. A relative
// import in `dist-test` of a file that is not there means the same path in `dist`.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TESTS = "/dist-test/";

export function resolve(specifier, context, next) {
  const url = absolute(specifier, context.parentURL);
  if (!url?.pathname.includes(TESTS) || existsSync(fileURLToPath(url))) return next(specifier, context);
  return next(url.href.replace(TESTS, "/dist/"), context);
}

/** Undefined for packages and Node's own modules. */
function absolute(specifier, parentUrl) {
  if (specifier.startsWith("file:")) return new URL(specifier);
  return specifier.startsWith(".") && parentUrl?.startsWith("file:") ? new URL(specifier, parentUrl) : undefined;
}
