import type { ApiClient, HttpClient } from "@agatha/contracts/client";
import { createContext, useContext } from "react";
import type { SessionMarker } from "./session-marker.js";
import type { WorkLog } from "./work-log.js";

export interface Services {
  api: ApiClient;
  httpClient: HttpClient;
  sessionMarker: SessionMarker;
  workLog: WorkLog;
}

const ServicesContext = createContext<Services | null>(null);
export const ServicesProvider = ServicesContext.Provider;

/** Returns the services that the whole console shares. Throws outside of ServicesProvider. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("useServices is used outside of ServicesProvider");
  return services;
}

/** Returns the typed client of the HTTP API. */
export function useApi(): ApiClient {
  return useServices().api;
}
