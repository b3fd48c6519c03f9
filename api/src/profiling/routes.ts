import { ERRORS, titleOf } from "@agatha/contracts";
import { id, profilingAnswer, profilingRequest, reportQuery } from "@agatha/contracts/wire";
import { z } from "zod";
import { accessibleDataset, editableDataset } from "../datasets/access.js";
import { FAILED_TABLE_ERRORS } from "../datasets/table-file-errors.js";
import type { ApiDeps } from "../deps.js";
import { turn } from "../event-loop/turns.js";
import { publicUrl } from "../http/public-url.js";
import { defineRoute, type Route } from "../http/route.js";
import { profilePage } from "../report/profile/page.js";
import { describeProfiling, loadProfile, requestProfile } from "./profiling.js";

const PATH = "/agatha/datasets/:id/profiling";
const html = z.string().meta({ contentMediaType: "text/html" });

/** Routes with which users ask for the profiling report of a dataset that they may see, follow its progress and read it. */
export function profilingRoutes(deps: ApiDeps): Route[] {
  const common = { access: "user", tag: "Datasets" } as const;
  const params = z.object({ id });
  return [
    defineRoute({
      ...common,
      method: "post",
      path: PATH,
      summary: "Asks for a profiling report; it is made again whenever the file is read anew",
      request: { params, body: profilingRequest },
      responses: { 202: profilingAnswer },
      errors: [ERRORS.datasetNotFound, ...FAILED_TABLE_ERRORS],
      async handler({ user, params, body, request }) {
        const dataset = await requestProfile(deps, user, await editableDataset(deps, user, params.id), body.use_ext_data);
        return { status: 202, body: await describeProfiling(deps, dataset, addressOf(request, params.id)) };
      },
    }),
    defineRoute({
      ...common,
      method: "get",
      path: PATH,
      summary: "How far the profiling report is, and where it can be read",
      request: { params },
      responses: { 200: profilingAnswer },
      errors: [ERRORS.datasetNotFound],
      async handler({ user, params, request }) {
        const dataset = await accessibleDataset(deps, user, params.id);
        return { body: await describeProfiling(deps, dataset, addressOf(request, params.id)) };
      },
    }),
    defineRoute({
      ...common,
      method: "get",
      path: `${PATH}/report`,
      summary: "The profiling report: distributions, missing values, correlations, text, times and warnings, as one page without scripts",
      request: { params, query: reportQuery },
      responses: { 200: html },
      errors: [ERRORS.datasetNotFound, ERRORS.profilingReportNotFound],
      async handler({ user, params, query: { language }, response }) {
        const dataset = await accessibleDataset(deps, user, params.id);
        const profile = await loadProfile(deps, dataset);
        const { source } = dataset.spec;
        const name = titleOf(dataset);
        await turn();
        response.type("html").send(profilePage({ name, fileName: source.fileName, profile }, language));
        return {};
      },
    }),
  ];

  function addressOf(request: Parameters<typeof publicUrl>[0], datasetId: string): string {
    return `${publicUrl(request, deps.config)}${PATH.replace(":id", datasetId)}/report/`;
  }
}
