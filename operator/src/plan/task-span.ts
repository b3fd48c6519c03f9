import { type KindName, type Resource, type Task, TRACE_ANNOTATION } from "@agatha/contracts";
import { context, propagation, ROOT_CONTEXT, type Span, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("agatha-operator");

/** Begins a span of a task's start, in the trace that the object's annotation names. */
export function startTaskSpan({ kind, metadata }: Pick<Resource<KindName>, "kind" | "metadata">, task: string): Span {
  const caller = propagation.extract(ROOT_CONTEXT, { traceparent: metadata.annotations?.[TRACE_ANNOTATION] });
  return tracer.startSpan(`start ${kind}`, { attributes: { "agatha.task": task, "agatha.resource": metadata.name } }, caller);
}

/** Returns the task's field that continues the span's trace; nothing where no traces are made. */
export function traceparentOf(span: Span): Pick<Task, "traceparent"> {
  const carrier: Pick<Task, "traceparent"> = {};
  propagation.inject(trace.setSpan(context.active(), span), carrier);
  return carrier;
}
