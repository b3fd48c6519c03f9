import type { HelpAnswer } from "../wire/index.js";
import type { JsonClient } from "./json-client.js";

/** Calls about the installation. */
export const helpCalls = ({ fetchJson }: JsonClient) => ({
  /** Version of the installation, and where its users ask questions. */
  help: (signal?: AbortSignal) => fetchJson<HelpAnswer>("/agatha/help/", { signal }),
});
