export { ApiError, apiErrorFromResponse, type ErrorDetail, isSessionLost } from "@agatha/contracts/client";
