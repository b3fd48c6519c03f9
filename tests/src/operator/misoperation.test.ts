import { describeMisoperation } from "./misoperation/suite.js";
import { openEmbeddedResources } from "./test-harness.js";

describeMisoperation(openEmbeddedResources);
