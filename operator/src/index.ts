export { createOperator, type Operator, type OperatorDeps } from "./operator.js";
