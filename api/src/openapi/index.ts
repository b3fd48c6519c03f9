import { z } from "zod";
import type { ApiDeps } from "../deps.js";
import { type Route, route } from "../http/route.js";
import { type OpenApiDocument, openApiDocument } from "./document.js";
import { documentPage } from "./page/index.js";

const tag = "Documentation";

/** The document of all routes, these two included. */
export function documentRoutes({ config }: Pick<ApiDeps, "config">, others: Route[]): Route[] {
  let made: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => {
    made ??= openApiDocument([...others, ...routes], config);
    return made;
  };
  const routes: Route[] = [
    route({
      method: "get",
      path: "/openapi.json",
      access: "public",
      csrf: false,
      summary: "This document",
      tag,
      responses: { 200: z.record(z.string(), z.unknown()) },
      handler: async () => ({ body: document() }),
    }),
    route({
      method: "get",
      path: "/docs",
      access: "public",
      csrf: false,
      summary: "This document for people",
      tag,
      responses: { 200: z.string().meta({ contentMediaType: "text/html" }) },
      handler: async ({ response }) => {
        response.type("html").send(documentPage(document()));
        return {};
      },
    }),
  ];
  return routes;
}
