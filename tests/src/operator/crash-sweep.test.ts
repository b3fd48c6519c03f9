import { describeCrashSweep } from "./crash-sweep/suite.js";
import { openEmbeddedResources } from "./test-harness.js";

describeCrashSweep(openEmbeddedResources);
