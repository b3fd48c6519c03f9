/**
 * Definition of a route: its input, answers and errors, and its handler. `createApp` makes an Express handler of it, and the
 * OpenAPI document an operation. There is no other way to add an endpoint.
 */
import type { ErrorCode, User } from "@agatha/contracts";
import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import type { BodyLimit } from "../json/body-limits.js";
import type { Admission } from "./json-body.js";

/** public: anybody. user: a session. manager: a manager's session. */
type Access = "public" | "user" | "manager";

interface RouteContext<P, Q, B, A extends Access> {
  params: P;
  query: Q;
  body: B;
  /** Null only for public routes without a session. */
  user: A extends "public" ? User | null : User;
  /** For streams, cookies and headers; the other fields have everything else. */
  request: Request;
  response: Response;
}

interface BodyBeginning {
  /** Those of the outermost object, without the elements of lists. */
  members: Record<string, unknown>;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. Omitted for 204, or if the handler has answered itself. */
  body?: unknown;
}

export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: "get" | "post" | "patch" | "put" | "delete";
  /** Below the base path, in Express form, without a slash at its end: `/agatha/datasets/:id`. */
  path: string;
  access: A;
  /** False for calls with their own credential instead of the session cookie: the open API. */
  csrf?: boolean;
  /**
   * Refuses users with an expired contract (licenceExpired), for routes that create something. They can still read, change and
   * delete.
   */
  needsLicence?: boolean;
  /** Longest JSON body: small by default. */
  bodyLimit?: BodyLimit;
  /**
   * Decides about a JSON body of more than SLICE_BYTES by its members that have arrived, before more is read. Throws what the handler
   * would throw for a sender without the right.
   */
  admit?(context: Pick<RouteContext<z.output<P>, unknown, unknown, A>, "params" | "user" | "request"> & BodyBeginning): Promise<Admission>;
  /** Rate limits: those by address before the body is read, those by account or token after it. */
  limits?: { beforeBody?: RequestHandler; afterBody?: RequestHandler };
  summary: string;
  tag: string;
  request?: {
    params?: P;
    query?: Q;
    body?: B;
    /** The body is multipart/form-data. The handler reads the request's stream itself, and `body` only documents it. */
    multipart?: boolean;
    /** The body is JSON, which the handler reads itself; `body` only documents it. */
    streamed?: boolean;
  };
  /** Schema of the body by status, or null without a body. */
  responses: Record<number, z.ZodType | null>;
  /** Codes besides unknown, badRequest (invalid input), unauthorized (no session), permissionDenied and csrfTokenInvalid. */
  errors?: ErrorCode[];
  handler(context: RouteContext<z.output<P>, z.output<Q>, z.output<B>, A>): Promise<Reply>;
}

/** Infers the types of a route from its schemas and erases them for the table of all routes. */
export function defineRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends Access>(
  definition: Route<P, Q, B, A>,
): Route {
  return definition as unknown as Route;
}
