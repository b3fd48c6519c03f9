import { contractSchema } from "./misoperation/schema-fields.js";
import { describeMisoperation } from "./misoperation/suite.js";
import { openEmbeddedResources } from "./test-harness.js";

describeMisoperation(openEmbeddedResources, contractSchema);
