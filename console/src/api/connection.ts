export { type Answer, type Call, type Connection, createConnection } from "@agatha/contracts/client";
