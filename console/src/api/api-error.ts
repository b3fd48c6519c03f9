export { ApiError, type ErrorDetail, errorOfAnswer, isSessionLost } from "@agatha/contracts/client";
