export { type ApiClient, createApiClient, type RowsQuery } from "@agatha/contracts/client";
