import { describeFaults } from "./faults-suite.js";
import { embedded } from "./world.js";

describeFaults(embedded);
