export { createHttpClient, type HttpClient, type HttpRequest, type HttpResponse } from "@agatha/contracts/client";
