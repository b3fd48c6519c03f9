export { createOperator, type Operator, type OperatorDeps } from "./operator.js";
export { systemTimers, type Timers } from "./runtime/timers.js";
