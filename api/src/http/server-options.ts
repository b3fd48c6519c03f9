import { IncomingMessage, type ServerOptions, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Returns options for the server of an Express app. Express gives each request and response another prototype. V8 then treats
 * each as an object of its own kind and looks up every property again wherever it is used, also in Node's own code: three
 * quarters of the time of a small request. With these options they are created with Express's prototypes, so that none is
 * changed. A request without the header Host, which Node would answer with 400 and nothing else, reaches the app.
 */
export function serverOptions(app: Express): ServerOptions<typeof IncomingMessage, typeof ServerResponse> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse, requireHostHeader: false };
}
