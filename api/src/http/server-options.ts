import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * For the server of an Express app. Express gives each request and response another prototype; V8 then takes each for an
 * object of its own kind, and looks up every property anew wherever it is used, in Node's own code too: three quarters of
 * the time of a small request. With these options they are made with Express's prototypes, so that nothing is changed.
 */
export function serverOptions(app: Express): ServerOptions<typeof IncomingMessage, typeof ServerResponse> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
