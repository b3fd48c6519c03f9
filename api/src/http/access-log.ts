import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { Histogram } from "prom-client";
import type { ApiDeps } from "../deps.js";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Gives each request an id, and logs and measures it at its end. It logs the route's pattern instead of the address, because
 * addresses can contain secrets (the link to a prediction needs nothing else), and even more so queries and headers.
 */
export function accessLog(deps: Pick<ApiDeps, "logger" | "metrics">): RequestHandler {
  const duration = new Histogram({
    name: "agatha_http_request_duration_seconds",
    help: "Time from a request's first byte to the end of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers: [deps.metrics],
  });
  return (request, response, next) => {
    const began = process.hrtime.bigint();
    const given = request.get("X-Request-Id");
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID();
    response.locals.requestId = requestId;
    response.set("X-Request-Id", requestId);
    response.once("close", () => {
      const seconds = Number(process.hrtime.bigint() - began) / 1e9;
      const route: string = response.locals.route ?? "none";
      const { userId, traceId } = response.locals;
      const status = response.writableFinished ? response.statusCode : 499;
      duration.observe({ method: request.method, route, status }, seconds);
      deps.logger.info({ requestId, method: request.method, route, status, seconds, userId, traceId }, "request");
    });
    next();
  };
}
