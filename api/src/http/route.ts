/**
 * One route: what it takes, answers and may refuse, beside the function that does it. `createApp` makes an Express
 * handler of it, and the OpenAPI document an operation; there is no other way to add an endpoint.
 */
import type { ErrorCode, User } from "@agatha/contracts";
import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";

/** public: anybody. user: a session. manager: a session of a manager. */
export type Access = "public" | "user" | "manager";

export interface RouteContext<P, Q, B, A extends Access> {
  params: P;
  query: Q;
  body: B;
  /** Null only where the access is public and nobody is logged in. */
  user: A extends "public" ? User | null : User;
  /** For streams, cookies and headers; everything else is above. */
  request: Request;
  response: Response;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; left out for 204 or when the handler has answered by itself. */
  body?: unknown;
}

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: "get" | "post" | "patch" | "put" | "delete";
  /** Under the base path, in Express form, without a slash at its end: `/agatha/datasets/:id`. */
  path: string;
  access: A;
  /** False for calls that carry their own credential instead of the session cookie: the open API. */
  csrf?: boolean;
  /** Refused (licenceExpired) to a user whose contract has expired: what makes something new. Reading, changing and deleting go on. */
  needsLicence?: boolean;
  /** Longest JSON body in bytes; SMALL_BODY when left out, ROWS_BODY where tables are sent. */
  bodyLimit?: number;
  /** Rate limits: those by address before the body is read, those by account or token after. */
  limits?: { beforeBody?: RequestHandler; afterBody?: RequestHandler };
  summary: string;
  tag: string;
  request?: {
    params?: P;
    query?: Q;
    body?: B;
    /** The handler reads the request's stream itself; `body` then only documents it. */
    multipart?: boolean;
  };
  /** Status to schema of the body; null where there is none. */
  responses: Record<number, z.ZodType | null>;
  /** Codes besides unknown, badRequest (bad input), unauthorized (no session), permissionDenied and csrfTokenInvalid. */
  errors?: ErrorCode[];
  handler(context: RouteContext<z.output<P>, z.output<Q>, z.output<B>, A>): Promise<Reply>;
}

/** Infers the types of a route from its schemas, and forgets them for the table of all routes. */
export function defineRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends Access>(
  definition: Route<P, Q, B, A>,
): Route {
  return definition as unknown as Route;
}
