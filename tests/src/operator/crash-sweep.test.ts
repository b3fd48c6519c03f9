import { describeCrashSweep } from "./crash-sweep/suite.js";
import { embedded } from "./world.js";

describeCrashSweep(embedded);
