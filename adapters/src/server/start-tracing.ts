/** Traces by OpenTelemetry, sent as OTLP over HTTP. The library reads its standard variables itself. */

const COLLECTOR_VARIABLES = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/** Returns the variables of OpenTelemetry, which a program passes on to the processes that it starts. */
export function tracingVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[0].startsWith("OTEL_") && entry[1] !== undefined),
  );
}

/**
 * Returns the share of the requests that begin a trace, for a program that decides before it makes a span; undefined for other
 * samplers.
 */
export function tracedShare({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: NodeJS.ProcessEnv): number | undefined {
  if (sampler !== "parentbased_traceidratio" || !share) return undefined;
  return Number(share) >= 0 && Number(share) <= 1 ? Number(share) : undefined;
}

/**
 * Starts to send this program's traces if a variable names a collector; without one, spans cost next to nothing. Returns a function
 * that sends what is left. With `followsCalls` false, spans are not found by asynchronous calls (`getActiveSpan`): Node.js 20 and 22 look
 * at each step of each promise for that. With `decidesShare`, the program makes spans for `tracedShare` of its requests only, and every
 * span that it makes is traced, unless its caller's trace is not.
 */
export async function startTracing(
  program: string,
  environment: NodeJS.ProcessEnv,
  { followsCalls = true, decidesShare = false } = {},
): Promise<() => Promise<void>> {
  if (environment.OTEL_SDK_DISABLED === "true" || !COLLECTOR_VARIABLES.some((name) => environment[name])) return async () => undefined;
  // Imported only where traces are sent: most programs start faster without it.
  const [
    { AlwaysOnSampler, BatchSpanProcessor, NodeTracerProvider, ParentBasedSampler },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": environment.OTEL_SERVICE_NAME ?? program }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    ...(decidesShare && tracedShare(environment) !== undefined && { sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }) }),
  });
  provider.register(followsCalls ? {} : { contextManager: null });
  // A collector that is away must not fail the program.
  return () => provider.shutdown().catch(() => undefined);
}
