/** Route wrapper that fails if an answer does not match its schema, so that every test of a route also tests its contract. */
import { isDeepStrictEqual } from "node:util";
import { errorCodesOf, operationOf } from "../api-docs/operation.js";
import { Components } from "../api-docs/schemas.js";
import { type ErrorReply, errorReply } from "../http/error-handler.js";
import type { Reply, Route } from "../http/route.js";

/** Returns the routes with handlers that throw for an undocumented status or error, and for a body that does not match. */
export function validateResponses(routes: Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    handler: async (context) => {
      const reply = await route.handler(context).catch((error: unknown) => {
        const refused = errorReply(error);
        if (refused && !isDocumented(route, refused))
          throw contractViolation(route, `${refused.status} ${refused.body.tukey_error} (${String(error)}) is not documented`);
        throw error;
      });
      if (!context.response.headersSent) validateReply(route, reply);
      return reply;
    },
  }));
}

/**
 * Returns true if the route documents the status and, where the sender can do something about it, the error. Each test has routes of
 * its own, and few of them refuse anything, so only those are described.
 */
const isDocumented = (route: Route, { status, body }: ErrorReply): boolean =>
  status in operationOf(route, new Components()).responses && (status >= 500 || errorCodesOf(route).includes(body.tukey_error));

function validateReply(route: Route, { status = 200, body }: Reply): void {
  const schema = route.responses[status];
  if (schema === undefined) throw contractViolation(route, `${status} is not documented`);
  if (schema === null) {
    if (body !== undefined) throw contractViolation(route, `${status} has no body`);
    return;
  }
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw contractViolation(route, parsed.error.message);
  // Parsing drops fields that the schema does not have.
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent))
    throw contractViolation(route, "the answer has fields that are not documented");
}

function contractViolation({ method, path }: Route, message: string): Error {
  return new Error(`${method} ${path} breaks its contract: ${message}`);
}
