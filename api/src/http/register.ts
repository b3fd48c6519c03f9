import { ERRORS, type User, validate } from "@agatha/contracts";
/** Express handlers for the table of routes. */
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { ApiDeps } from "../deps.js";
import { sendAnswerFile, writeAnswerFile } from "./answer-file.js";
import { AccessRefused, ApiError } from "./api-error.js";
import { authorize } from "./authorization.js";
import { jsonBody, runMiddleware } from "./json-body.js";
import { isShortJson, sendLongJson } from "./json-pieces.js";
import { rateLimiter, userOrAddress } from "./rate-limit.js";
import type { Reply, Route } from "./route.js";
import { unknownFieldWarnings } from "./unknown-fields.js";

type RouteHandler = (request: Request, response: Response) => Promise<void>;

/** Called before a request for somebody else's object is answered. */
type OnRefusal = (user: User, target: string) => Promise<void>;

/**
 * Returns a router for the routes. It checks access, limits and schemas before a handler runs. A known path with another method
 * is answered 405.
 */
export function registerRoutes(deps: ApiDeps, routes: Route[], onRefusal: OnRefusal): Router {
  const router = Router();
  const perMinute = deps.config.rateLimits.other;
  const defaultLimit = perMinute === undefined ? undefined : rateLimiter({ perMinute, key: userOrAddress });
  /** The router tries one pattern after another, so most addresses are looked up in a map instead. */
  const table = new RouteTable();
  router.use((request, response, next) => {
    const found = table.find(request.method, trimTrailingSlash(request.path));
    if (!found) return next();
    request.params = found.params;
    found.handler(request, response).catch(next);
  });
  for (const [path, group] of groupByPath(routes)) {
    const routerRoute = router.route(path);
    for (const route of group) {
      const handler = createHandler(deps, route, { defaultLimit, onRefusal });
      routerRoute[route.method](handler);
      table.add(route.method.toUpperCase(), path, handler);
    }
    routerRoute.all(methodNotAllowed(group));
  }
  return router;
}

interface FoundRoute {
  handler: RouteHandler;
  params: Record<string, string>;
}

/** Handlers of the addresses that have no parameter, or one that is the last segment. The router has all. */
class RouteTable {
  private readonly fixed = new Map<string, Map<string, RouteHandler>>();
  private readonly byLast = new Map<string, Map<string, { name: string; handler: RouteHandler }>>();

  add(method: string, path: string, handler: RouteHandler): void {
    const last = path.lastIndexOf("/:");
    if (!path.includes(":")) entryOf(this.fixed, path).set(method, handler);
    else if (last === path.indexOf("/:") && !path.includes("/", last + 1))
      entryOf(this.byLast, path.slice(0, last)).set(method, { name: path.slice(last + 2), handler });
  }

  find(method: string, path: string): FoundRoute | undefined {
    const atPath = this.fixed.get(path);
    const handler = atPath?.get(method);
    if (handler) return { handler, params: {} };
    const last = path.lastIndexOf("/");
    // A fixed address with another method is not an object of that name.
    const route = atPath ? undefined : this.byLast.get(path.slice(0, last))?.get(method);
    const value = path.slice(last + 1);
    if (!route || value === "" || value.includes("%")) return undefined;
    return { handler: route.handler, params: { [route.name]: value } };
  }
}

function entryOf<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const entry = map.get(key) ?? new Map<string, V>();
  map.set(key, entry);
  return entry;
}

const trimTrailingSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path);

/**
 * Groups routes by path, fixed segments before parameters: `/datasets/upload` is not taken for the id of a dataset, whatever the
 * order of the table.
 */
function groupByPath(routes: Route[]): [string, Route[]][] {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route]);
  const rank = (path: string): string => path.replace(/:[^/]+/g, "\uffff");
  return [...groups].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

interface HandlerOptions {
  defaultLimit: RequestHandler | undefined;
  onRefusal: OnRefusal;
}

function createHandler(deps: ApiDeps, route: Route, { defaultLimit, onRefusal }: HandlerOptions): RouteHandler {
  const beforeBody = route.limits?.beforeBody ?? defaultLimit;
  const readBody = jsonBody({ limit: route.bodyLimit ?? "small", scratch: deps.config.scratch });
  const { admit } = route;
  const recordingRefusal = <T>(user: User | null, work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      if (user && error instanceof AccessRefused) await onRefusal(user, error.target);
      throw error;
    });
  /** Returns the file of an answer that is not sent yet. What the body and the answer take in memory is free by then. */
  const answer = async (request: Request, response: Response): Promise<string | undefined> => {
    response.locals.route = route.path;
    const user = await authorize(deps, route, request, response);
    if (beforeBody) await runMiddleware(beforeBody, request, response);
    const takesJson = route.request?.body !== undefined && !route.request.multipart && !route.request.streamed;
    const params = route.request?.params ? validate(route.request.params, request.params) : {};
    const raw = takesJson
      ? await recordingRefusal(user, readBody(request, response, admit && ((members) => admit({ params, user, request, members }))))
      : undefined;
    if (route.limits?.afterBody) await runMiddleware(route.limits.afterBody, request, response);
    const body = takesJson && route.request?.body ? validate(route.request.body, raw) : undefined;
    const warnings = unknownFieldWarnings(raw, body);
    if (warnings.length > 0) response.setHeader("Warning", warnings);
    const handling = route.handler({
      params,
      query: route.request?.query ? validate(route.request.query, dropEmptyParameters(request.query)) : {},
      body,
      user,
      request,
      response,
    });
    return await sendReply(response, await recordingRefusal(user, handling), deps.config.scratch);
  };
  return async (request, response) => {
    const file = await answer(request, response);
    if (file !== undefined) await sendAnswerFile(response, file);
  };
}

/** Drops parameters without a value, which forms send; as a number an empty one would be 0. */
function dropEmptyParameters(query: Request["query"]): Request["query"] {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Sends the answer. A long answer to a long body is written to a file instead, whose path is returned. */
async function sendReply(response: Response, reply: Reply, scratch: string): Promise<string | undefined> {
  if (response.headersSent) return undefined;
  response.status(reply.status ?? 200).set(reply.headers ?? {});
  if (reply.body === undefined) {
    response.end();
    return undefined;
  }
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  if (!isShortJson(reply.body)) {
    if (response.locals.endTurn !== undefined) return await writeAnswerFile(reply.body, scratch);
    await sendLongJson(response, reply.body);
    return undefined;
  }
  // Not response.json, which without ETags and replacers, both off, only adds time.
  const text = JSON.stringify(reply.body);
  response.setHeader("Content-Length", Buffer.byteLength(text));
  response.end(text);
  return undefined;
}

/** Answers 405 with the allowed methods (RFC 9110, 15.5.6). */
function methodNotAllowed(group: Route[]): RequestHandler {
  const methods = group.map((route) => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  return (request: Request, response: Response) => {
    response.locals.route = group[0]?.path;
    if (request.method !== "OPTIONS")
      throw new ApiError(ERRORS.badRequest, 405, { Allow: allow }, `The methods of this address are ${allow}`);
    response.status(204).set("Allow", allow).end();
  };
}
