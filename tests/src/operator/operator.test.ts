import { describeWatching } from "./watching-suite.js";
import { embedded } from "./world.js";

describeWatching(embedded);
