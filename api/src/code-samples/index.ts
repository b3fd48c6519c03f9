/** Programs that get a prediction from the open model API. Users copy them and run them as they are. */
import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { bash } from "./bash.js";
import { go } from "./go.js";
import { java } from "./java.js";
import { javascript } from "./javascript.js";
import { python } from "./python.js";
import { r } from "./r.js";
import type { SampleRequest } from "./sample-request.js";

/** `call.url` goes into the programs unquoted: it must not contain quotes. */
export function codeSamples(call: SampleRequest): ModelApiAnswer["examples"] {
  return { python: python(call), r: r(call), go: go(call), javascript: javascript(call), java: java(call), bash: bash(call) };
}
