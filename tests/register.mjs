// For `node --import`: programs that import tests or fixtures. Child processes and threads inherit it with the other options.
import { register } from "node:module";

register("./resolve.mjs", import.meta.url);
