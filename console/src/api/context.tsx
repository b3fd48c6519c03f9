import { createContext, useContext } from "react";
import type { BegunBatches } from "../fitting/automatic/begun-batches.js";
import type { ApiClient } from "./api-client.js";
import type { Connection } from "./connection.js";
import type { SignedIn } from "./signed-in.js";

export interface Services {
  api: ApiClient;
  connection: Connection;
  signedIn: SignedIn;
  begunBatches: BegunBatches;
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices is used outside of ServicesProvider");
  return services;
}

export function useApi(): ApiClient {
  return useServices().api;
}
