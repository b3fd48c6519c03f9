import { readFileSync } from "node:fs";

/** Version of the product, from the package's manifest. */
export const { version: VERSION } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
