import { COMMON_VARIABLES, readEnvironment as read } from "@agatha/adapters/server/environment-variables";
import { z } from "zod";

/** Environment variables of the product. */
const environmentSchema = z.object({
  ...COMMON_VARIABLES,
  AGATHA_DATA: z.string().min(1).default(".agatha").describe("Folder that everything is kept in."),
});
export type Environment = z.infer<typeof environmentSchema>;

/** Returns the settings that environment variables make. Throws if one is invalid. */
export const readEnvironment = (variables: Record<string, string | undefined>): Environment => read(environmentSchema, variables);
