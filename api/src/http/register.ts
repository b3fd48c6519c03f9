import { validated } from "@agatha/contracts";
/** Makes Express handlers of the table of routes. */
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { ApiDeps } from "../deps.js";
import { admit } from "./access.js";
import { Refusal } from "./failures.js";
import { jsonBody, pass, SMALL_BODY } from "./json-body.js";
import { accountOrAddress, limitRate } from "./rate-limit.js";
import type { Reply, Route } from "./route.js";

type Handler = (request: Request, response: Response) => Promise<void>;

export function registerRoutes(deps: ApiDeps, routes: Route[]): Router {
  const router = Router();
  const perMinute = deps.config.rateLimits.calls;
  const usual = perMinute === undefined ? undefined : limitRate({ perMinute, key: accountOrAddress });
  /** The router tries one pattern after the other; an address without parameters is looked up instead. */
  const fixed = new Map<string, Handler>();
  router.use((request, response, next) => {
    const handler = fixed.get(`${request.method} ${withoutSlash(request.path)}`);
    if (handler) handler(request, response).catch(next);
    else next();
  });
  for (const [path, group] of byPath(routes)) {
    const place = router.route(path);
    for (const route of group) {
      const handler = handle(deps, route, usual);
      place[route.method](handler);
      if (!path.includes(":")) fixed.set(`${route.method.toUpperCase()} ${path}`, handler);
    }
    place.all(otherMethods(group));
  }
  return router;
}

const withoutSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

/** Fixed segments before parameters, so that `/datasets/upload` is not taken for the id of a dataset, whatever the order of the table. */
function byPath(routes: Route[]): [string, Route[]][] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  const rank = (path: string): string => path.replace(/:[^/]+/g, "\uffff");
  return [...groups].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

function handle(deps: ApiDeps, route: Route, usual: RequestHandler | undefined): Handler {
  const beforeBody = route.limits?.beforeBody ?? usual;
  const readBody = jsonBody(route.bodyLimit ?? SMALL_BODY);
  return async (request, response) => {
    response.locals.route = route.path;
    const user = await admit(deps, route, request, response);
    if (beforeBody) await pass(beforeBody, request, response);
    const takesJson = route.request?.body !== undefined && !route.request.multipart;
    const raw = takesJson ? await readBody(request, response) : undefined;
    if (route.limits?.afterBody) await pass(route.limits.afterBody, request, response);
    const reply = await route.handler({
      params: route.request?.params ? validated(route.request.params, request.params) : {},
      query: route.request?.query ? validated(route.request.query, withoutEmpty(request.query)) : {},
      body: takesJson && route.request?.body ? validated(route.request.body, raw) : undefined,
      user,
      request,
      response,
    });
    send(response, reply);
  };
}

/** A parameter without a value, as forms send them, counts as left out: as a number it would be 0. */
function withoutEmpty(query: Request["query"]): Request["query"] {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

function send(response: Response, reply: Reply): void {
  if (response.headersSent) return;
  response.status(reply.status ?? 200).set(reply.headers ?? {});
  if (reply.body === undefined) return void response.end();
  // Not response.json: without digests and replacers, which are off, all that it adds is time.
  const text = JSON.stringify(reply.body);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
}

/** RFC 9110, 15.5.6: 405 comes with the methods that there are. */
function otherMethods(group: Route[]): RequestHandler {
  const methods = group.map((route) => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return (request: Request, response: Response) => {
    response.locals.route = group[0]?.path;
    if (request.method !== "OPTIONS") throw new Refusal("010201", 405, { Allow: allow }, `The methods of this address are ${allow}`);
    response.status(204).set("Allow", allow).end();
  };
}
