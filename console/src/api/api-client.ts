export { type ApiClient, createApiClient, type RowsWanted } from "@agatha/contracts/client";
