import type { Task } from "@agatha/contracts";
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

const tracer = trace.getTracer("agatha-trainer");

/** Runs `work` in a span of the task, which belongs to the trace of the request that asked for it. Steps are events of the span. */
export async function inTaskSpan<T>(task: Task, work: () => Promise<T>): Promise<T> {
  const asked = propagation.extract(ROOT_CONTEXT, { traceparent: task.traceparent });
  const attributes = { "agatha.task": task.id, "agatha.resource": task.resourceName };
  return await tracer.startActiveSpan(`task ${task.input.kind}`, { kind: SpanKind.CONSUMER, attributes }, asked, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Tells the present span which step begins. */
export function createStepEvents(): (step: string) => void {
  let present: string | undefined;
  return (step) => {
    if (step !== present) trace.getSpan(context.active())?.addEvent(step);
    present = step;
  };
}
