/** Reports of the models of model-infos.ts. */
import type { ModelInfo } from "@agatha/contracts";
import type { Language } from "@agatha/contracts/wire";
import { reportPage } from "../page.js";
import { MARKUP_INJECTION, MODEL_GRAPH, MODEL_INFOS } from "./model-infos.js";

export type Kind = keyof typeof MODEL_INFOS;

/** Returns the report of a model whose names are markup. */
export const reportOf = (info: ModelInfo, language?: Language): string =>
  reportPage(
    { name: MARKUP_INJECTION, dataset: MARKUP_INJECTION, timezone: "UTC", trainedAt: "2024-05-01T08:00:00Z", info, graph: MODEL_GRAPH },
    language,
  );
/** Returns the report of one of the models. */
export const report = (kind: Kind): string => reportOf(MODEL_INFOS[kind]);

/** Returns the texts of the cells of all tables. */
export const tableCells = (html: string): string[] => [...html.matchAll(/<t[hd][^>]*>([^<]*)<\/t[hd]>/g)].map(([, text]) => String(text));
