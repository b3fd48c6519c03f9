/** Makes Express handlers of the table of routes. */
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { ApiDeps } from "../deps.js";
import { admit } from "./access.js";
import { Refusal } from "./failures.js";
import { jsonBody, pass, SMALL_BODY } from "./json-body.js";
import type { Reply, Route } from "./route.js";
import { validated } from "./validation.js";

export function registerRoutes(deps: ApiDeps, routes: Route[]): Router {
  const router = Router();
  for (const [path, group] of byPath(routes)) {
    const place = router.route(path);
    for (const route of group) place[route.method](handle(deps, route));
    place.all(otherMethods(group));
  }
  return router;
}

/** Fixed segments before parameters, so that `/datasets/upload` is not taken for the id of a dataset, whatever the order of the table. */
function byPath(routes: Route[]): [string, Route[]][] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  const rank = (path: string): string => path.replace(/:[^/]+/g, "\uffff");
  return [...groups].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

function handle(deps: ApiDeps, route: Route): RequestHandler {
  const readBody = jsonBody(route.bodyLimit ?? SMALL_BODY);
  return async (request, response) => {
    response.locals.route = route.path;
    const user = await admit(deps, route, request, response);
    if (route.limits?.beforeBody) await pass(route.limits.beforeBody, request, response);
    const takesJson = route.request?.body !== undefined && !route.request.multipart;
    const raw = takesJson ? await readBody(request, response) : undefined;
    if (route.limits?.afterBody) await pass(route.limits.afterBody, request, response);
    const reply = await route.handler({
      params: route.request?.params ? validated(route.request.params, request.params) : {},
      query: route.request?.query ? validated(route.request.query, request.query) : {},
      body: takesJson && route.request?.body ? validated(route.request.body, raw) : undefined,
      user,
      request,
      response,
    });
    send(response, reply);
  };
}

function send(response: Response, reply: Reply): void {
  if (response.headersSent) return;
  response.status(reply.status ?? 200).set(reply.headers ?? {});
  if (reply.body === undefined) response.end();
  else response.json(reply.body);
}

/** RFC 9110, 15.5.6: 405 comes with the methods that there are. */
function otherMethods(group: Route[]): RequestHandler {
  const methods = group.map((route) => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return (request: Request, response: Response) => {
    response.locals.route = group[0]?.path;
    if (request.method !== "OPTIONS") throw new Refusal("010201", 405, { Allow: allow });
    response.status(204).set("Allow", allow).end();
  };
}
