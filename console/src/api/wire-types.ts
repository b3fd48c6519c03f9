export type * from "@agatha/contracts/client/request-types";
