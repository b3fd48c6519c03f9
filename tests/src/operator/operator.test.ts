import { openEmbeddedResources } from "./test-harness.js";
import { describeOperatorWatching } from "./watching-suite.js";

describeOperatorWatching(openEmbeddedResources);
