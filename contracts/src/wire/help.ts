import { z } from "zod";

export const helpAnswer = z.object({
  version: z.string().describe("Of this installation."),
  contact_email: z.string().nullable().describe("Address for questions and feedback, where the installation names one."),
  contact_url: z.string().nullable().describe("Page for questions, where the installation names one."),
});
export type HelpAnswer = z.infer<typeof helpAnswer>;
