import { z } from "zod";

/** Fields of every document. A document with `expiresAt` is deleted after that time. */
export const documentFields = z.object({ id: z.string().min(1).max(128), version: z.int().min(1), expiresAt: z.iso.datetime().optional() });
