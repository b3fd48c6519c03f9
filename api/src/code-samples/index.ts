/** Programs that get a prediction from the open model API, for people to copy: they run as they are. */
import type { ModelApiAnswer } from "@agatha/contracts/wire";
import { bash } from "./bash.js";
import { go } from "./go.js";
import { java } from "./java.js";
import { javascript } from "./javascript.js";
import { python } from "./python.js";
import { r } from "./r.js";
import type { SampleRequest } from "./sample-request.js";

/** `call.url` goes into the programs as it is: it must not have quotes. */
export function codeSamples(call: SampleRequest): ModelApiAnswer["examples"] {
  return { python: python(call), r: r(call), go: go(call), javascript: javascript(call), java: java(call), bash: bash(call) };
}
