export type * from "@agatha/contracts/client/shapes";
