/** Where users of this installation find help. */
import { helpAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { VERSION } from "../version.js";

/** Route for signed-in users: the version, and the contacts of the configuration. */
export function helpRoutes({ config: { contact = {} } }: Pick<ApiDeps, "config">): Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/agatha/help",
      access: "user",
      tag: "Help",
      summary: "The version of the installation, and where its users ask questions",
      responses: { 200: helpAnswer },
      handler: async () => ({
        body: { version: VERSION, contact_email: contact.email ?? null, contact_url: contact.url ?? null },
      }),
    }),
  ];
}
