/** Spans of requests, and the trace that an object's jobs belong to. */
import { type NewResource, type ResourceStore, TRACE_ANNOTATION } from "@agatha/contracts";
import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { NextFunction, Request, RequestHandler, Response } from "express";

const apiTracer = trace.getTracer("agatha-api");

/**
 * Makes a span of each request, in the caller's trace where the header `traceparent` names one (W3C, Trace Context). The answer and
 * the log tell the trace's id. With a share, this decides which of the other requests begin a trace: a span that the sampler drops
 * costs two microseconds.
 */
export const traceRequests =
  (share?: number, { random = Math.random, tracer = apiTracer }: { random?: () => number; tracer?: Tracer } = {}): RequestHandler =>
  (request, response, next) => {
    if (share !== undefined && request.headers.traceparent === undefined && random() >= share) return next();
    traceRequest(tracer, request, response, next);
  };

function traceRequest(tracer: Tracer, request: Request, response: Response, next: NextFunction): void {
  const caller = propagation.extract(context.active(), request.headers);
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, caller);
  if (!span.isRecording()) {
    next();
    return;
  }
  const { traceId } = span.spanContext();
  response.locals.traceId = traceId;
  response.locals.span = span;
  response.setHeader("X-Trace-Id", traceId);
  response.once("close", () => {
    const route: string = response.locals.route ?? "none";
    const { method } = request;
    span.updateName(`${method} ${route}`);
    span.setAttributes({ "http.request.method": method, "http.route": route, "http.response.status_code": response.statusCode });
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(caller, span), next);
}

/** Returns the span of a request that is traced. */
export const spanOf = (request: Request): Span | undefined => request.res?.locals.span as Span | undefined;

/** Returns the store, in which a new object names the trace of the request that makes it. */
export function namingTraces(resources: ResourceStore): ResourceStore {
  return {
    ...resources,
    create: (kind, resource) => resources.create(kind, withTrace(resource)),
  };
}

function withTrace<R extends Pick<NewResource<"Dataset">, "metadata">>(resource: R): R {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  if (carrier.traceparent === undefined) return resource;
  const { metadata } = resource;
  return { ...resource, metadata: { ...metadata, annotations: { ...metadata.annotations, [TRACE_ANNOTATION]: carrier.traceparent } } };
}
