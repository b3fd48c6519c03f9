import { z } from "zod";

/** Languages of the console: Traditional Chinese is tw, Simplified Chinese is cn. */
export const language = z.enum(["en", "tw", "cn", "ja"]);
export type Language = z.infer<typeof language>;
