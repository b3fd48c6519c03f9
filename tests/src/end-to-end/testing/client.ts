import {
  type ApiClient,
  type CookieFetch,
  cookieHeader,
  createApiClient,
  createCookieFetch,
  createHttpClient,
  type HttpClient,
  uploadForm,
} from "@agatha/contracts/client";
import type { AutoModelAnswer, CalculationAnswer, DatasetAnswer, ErrorBody, EvaluationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { PASSWORD, waitFor } from "./agatha-process.js";

interface JsonResponse<T> {
  status: number;
  body: T;
}

/** The client of the contracts with a session of its own. It can also return rejections as they are on the wire. */
export class TestClient {
  private connected: { url: string; jar: CookieFetch; connection: HttpClient; api: ApiClient } | undefined;
  private csrf = "";

  /**
   * `url` is the product's address, with a slash at its end. connectTo sets an address that is not known yet. `seconds`: longest wait
   * for a dataset, a model or another result.
   */
  constructor(
    url?: string,
    private readonly seconds = 120,
  ) {
    if (url !== undefined) this.connectTo(url);
  }

  /** Connects to an address without a session. */
  connectTo(url: string): void {
    const jar = createCookieFetch(globalThis.fetch);
    const connection = createHttpClient(url.slice(0, -1), jar.fetch);
    this.connected = { url, jar, connection, api: createApiClient(connection) };
    this.csrf = "";
  }

  private get at() {
    if (!this.connected) throw new Error("The client was not told where the product is");
    return this.connected;
  }

  get url(): string {
    return this.at.url;
  }

  /** Typed client. It throws ApiError for rejections. */
  get api(): ApiClient {
    return this.at.api;
  }

  async login(username = "admin", password = PASSWORD): Promise<JsonResponse<{ id: string; username: string }>> {
    await this.readCsrfToken();
    const answer = await this.json<{ id: string; username: string }>("POST", "accounts/login", { username, password });
    // The token changes at login.
    this.at.connection.clearCsrfToken();
    await this.readCsrfToken();
    return answer;
  }

  private async readCsrfToken(): Promise<void> {
    this.csrf = (await this.at.connection.headersOfChange())["X-CSRFToken"] ?? "";
  }

  /** Headers of each call of the session. */
  headers(): Record<string, string> {
    return { "X-CSRFToken": this.csrf, cookie: cookieHeader(this.at.jar.cookies) };
  }

  async request(method: string, path: string, body?: RequestInit["body"], headers: Record<string, string> = {}): Promise<Response> {
    return await this.at.jar.fetch(new URL(path, this.url), { method, body, headers: { ...headers, "X-CSRFToken": this.csrf } });
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<JsonResponse<T>> {
    const answer = await this.request(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      body === undefined ? {} : { "content-type": "application/json" },
    );
    const text = await answer.text();
    return { status: answer.status, body: (text === "" ? undefined : JSON.parse(text)) as T };
  }

  async upload<T = { id: string; name: string; status: string }>(
    fileName: string,
    bytes: Uint8Array | string,
    fields: Record<string, string> = {},
  ): Promise<JsonResponse<T>> {
    const file = new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]);
    const answer = await this.request("POST", "agatha/datasets/upload/", uploadForm(file, fileName, fields));
    return { status: answer.status, body: (await answer.json()) as T };
  }

  async dataset(id: string): Promise<DatasetAnswer> {
    return await this.api.dataset(id);
  }

  /** Uploads a file and waits until the dataset is ready. Throws with the reason when it fails. */
  async uploadDataset(fileName: string, bytes: Uint8Array | string, fields: Record<string, string> = {}): Promise<DatasetAnswer> {
    const { status, body } = await this.upload(fileName, bytes, fields);
    if (status !== 201) throw new Error(`upload of ${fileName} answered ${status}: ${JSON.stringify(body)}`);
    return await this.waitForDataset(body.id, "evaluating_finish");
  }

  async waitForDataset(id: string, expected: string): Promise<DatasetAnswer> {
    let found: DatasetAnswer | undefined;
    const dataset = await waitFor(
      () => `dataset ${id}, which is ${found?.status}`,
      async () => {
        found = await this.dataset(id);
        return (found.status === "evaluating_finish" || found.status.endsWith("_fail")) && found;
      },
      this.seconds,
    );
    if (dataset.status !== expected) throw new Error(`dataset ${id} is ${dataset.status}: ${dataset.reason} ${dataset.message}`);
    return dataset;
  }

  async train(datasetId: string, request: Record<string, unknown>): Promise<ModelAnswer> {
    const { status, body } = await this.json<{ id: string } & ErrorBody>("POST", `agatha/datasets/${datasetId}/models/`, request);
    if (status !== 201) throw new Error(`creating a model answered ${status}: ${JSON.stringify(body)}`);
    return await this.waitForModel(datasetId, body.id);
  }

  async waitForModel(datasetId: string, id: string): Promise<ModelAnswer> {
    return await waitFor(
      `model ${id}`,
      async () => {
        const model = await this.api.model(datasetId, id);
        return ["success", "fail", "fitting_fail"].includes(model.status) && model;
      },
      this.seconds,
    );
  }

  async waitForCalculation(datasetId: string, modelId: string, id: string): Promise<CalculationAnswer> {
    return await waitFor(
      `calculation ${id}`,
      async () => {
        const found = await this.api.calculation(datasetId, modelId, id);
        return found.status !== "is_processed" && found;
      },
      this.seconds,
    );
  }

  async waitForEvaluation(datasetId: string, id: string): Promise<EvaluationAnswer> {
    return await waitFor(
      `evaluation ${id}`,
      async () => {
        const found = await this.api.evaluation(datasetId, id);
        return found.status !== "prepare_upload_finish" && /_finish$|_fail$/.test(found.status) && found;
      },
      this.seconds,
    );
  }

  async waitForAutoModel(datasetId: string, id: string, seconds = 120): Promise<AutoModelAnswer> {
    return await waitFor(
      `batch ${id}`,
      async () => {
        const found = await this.api.autoModel(datasetId, id);
        return found.status !== "fitting_processing" && found;
      },
      seconds,
    );
  }
}
