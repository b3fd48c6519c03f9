import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { buildOpenApiDocument, type OpenApiDocument } from "./document.js";
import { apiDocsPage } from "./page/index.js";

const tag = "Documentation";

/** Returns the routes that serve the document of all routes, including these two. */
export function apiDocsRoutes({ config }: Pick<ApiDeps, "config">, others: Route[]): Route[] {
  let made: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => {
    made ??= buildOpenApiDocument([...others, ...routes], config);
    return made;
  };
  const routes: Route[] = [
    defineRoute({
      method: "get",
      path: "/openapi.json",
      access: "public",
      csrf: false,
      summary: "This document",
      tag,
      responses: { 200: z.record(z.string(), z.unknown()) },
      handler: async () => ({ body: document() }),
    }),
    defineRoute({
      method: "get",
      path: "/docs",
      access: "public",
      csrf: false,
      summary: "This document for people",
      tag,
      responses: { 200: z.string().meta({ contentMediaType: "text/html" }) },
      handler: async ({ response }) => {
        response.type("html").send(apiDocsPage(document()));
        return {};
      },
    }),
  ];
  return routes;
}
