import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { World } from "../world.js";

/** Standard output must not be ended. */
export const openOutput = ({ out }: Pick<World, "out">, file: string | undefined): Writable =>
  file === undefined ? out : createWriteStream(file);
