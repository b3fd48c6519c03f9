import { z } from "zod";
import { COMPANION_FLOWS, COMPANION_STATES } from "../companion.js";
import { id } from "./shared.js";

const origin = z.string().min(1).max(512).describe("Scheme, host and port of the service's page, as the browser tells it.");

export const companionAnswer = z.object({
  main_application_url: z.url().describe("Where a service opens the console."),
  allowed_origins: z.array(z.string()).describe("In addition to services on the user's own machine, at any port."),
  flows: z.array(z.enum(COMPANION_FLOWS)),
  states: z.array(z.enum(COMPANION_STATES)).describe("In the order in which they follow each other."),
});
export type CompanionAnswer = z.infer<typeof companionAnswer>;

/** Data of the service's SERVICE_INIT_DATA message. */
export const companionRequest = z.object({ origin, dataset_id: id, model_id: id, flow: z.enum(COMPANION_FLOWS) });

export const serviceState = companionRequest.extend({
  main_application_url: z.url(),
  state: z.enum(COMPANION_STATES),
});
export type ServiceState = z.infer<typeof serviceState>;
