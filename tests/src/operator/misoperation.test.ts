import { describeMisoperation } from "./misoperation/suite.js";
import { embedded } from "./world.js";

describeMisoperation(embedded);
