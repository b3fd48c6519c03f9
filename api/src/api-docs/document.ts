import type { Route } from "../http/route.js";
import { cookieName } from "../http/sessions.js";
import { VERSION } from "../version.js";
import type { JsonSchema } from "./json-schema.js";
import { ERROR_EXAMPLES, type Operation, operationOf, RESPONSE_HEADERS } from "./operation.js";
import { Components } from "./schemas.js";

export interface OpenApiDocument {
  openapi: "3.1.0";
  info: JsonSchema & { title: string; version: string };
  servers: (JsonSchema & { url: string })[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    headers: Record<string, JsonSchema>;
    examples: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
  };
}

/** Returns the table of all routes as an OpenAPI document. The same routes give the same bytes. */
export function buildOpenApiDocument(routes: Route[], config: { basePath: string; secureCookies: boolean }): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument["paths"] = {};
  const order = (route: Route): string => `${route.path} ${route.method}`;
  for (const route of [...routes].sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const path = route.path.replace(/:([^/]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method]: operationOf(route, components) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Agatha",
      version: VERSION,
      description: "Machine-learning models on tabular data. A slash at the end of a path makes no difference.",
      contact: { name: "Whoever runs this server" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      "x-generated": "Generated from the table of routes by `npm run gen`, do not edit.",
    },
    servers: [{ url: config.basePath || "/", "x-internal": false }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({ name, description: `${name}.` })),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName(config, "session"), description: "Set by login." },
        apiToken: {
          type: "http",
          scheme: "bearer",
          description: "Of the model's or the extraction's API page; it may be in the body instead.",
        },
        csrf: { type: "apiKey", in: "header", name: "X-CSRFToken", description: "From accounts/csrf; changes at login." },
      },
      headers: RESPONSE_HEADERS,
      examples: { ...ERROR_EXAMPLES, ...components.examples() },
      schemas: components.schemas(),
    },
  };
}
