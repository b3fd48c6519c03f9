import { readEnvironment as read, VARIABLES } from "@agatha/adapters/server/environment";
import { z } from "zod";

/** Everything that can be set from outside. */
const environment = z.object({
  ...VARIABLES,
  AGATHA_DATA: z.string().min(1).default(".agatha").describe("Folder that everything is kept in."),
});
export type Environment = z.infer<typeof environment>;

export const readEnvironment = (variables: Record<string, string | undefined>): Environment => read(environment, variables);
