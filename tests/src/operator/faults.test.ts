import { describeFaults } from "./faults-suite.js";
import { openEmbeddedResources } from "./test-harness.js";

describeFaults(openEmbeddedResources);
