import type { DatasetAnswer, ErrorBody, ModelAnswer } from "@agatha/contracts/wire";
import { PASSWORD, waitFor } from "./product.js";

export interface Answer<T> {
  status: number;
  body: T;
}

/** A program that uses the product over HTTP, with a session cookie and the anti-forgery header, and nothing else. */
export class Client {
  private cookies = new Map<string, string>();
  private csrf = "";

  /** `url` is the product's, with a slash at its end. */
  constructor(readonly url: string) {}

  async login(username = "admin", password = PASSWORD): Promise<Answer<{ id: string; username: string }>> {
    await this.refreshCsrf();
    const answer = await this.json<{ id: string; username: string }>("POST", "accounts/login", { username, password });
    await this.refreshCsrf();
    return answer;
  }

  private async refreshCsrf(): Promise<void> {
    this.csrf = (await this.json<{ csrftoken: string }>("GET", "accounts/csrf")).body.csrftoken;
  }

  /** What each call of the session carries. */
  headers(): Record<string, string> {
    return { "X-CSRFToken": this.csrf, cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  }

  async request(method: string, path: string, body?: RequestInit["body"], headers: Record<string, string> = {}): Promise<Response> {
    const answer = await fetch(new URL(path, this.url), {
      method,
      body,
      headers: { ...headers, ...this.headers() },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  async json<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
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
  ): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), fileName);
    const answer = await this.request("POST", "agatha/datasets/upload/", form);
    return { status: answer.status, body: (await answer.json()) as T };
  }

  async dataset(id: string): Promise<DatasetAnswer> {
    return (await this.json<DatasetAnswer>("GET", `agatha/datasets/${id}/`)).body;
  }

  /** Uploads and waits until the dataset is ready; throws with its reason when it fails. */
  async readyDataset(fileName: string, bytes: Uint8Array | string, fields: Record<string, string> = {}): Promise<DatasetAnswer> {
    const { status, body } = await this.upload(fileName, bytes, fields);
    if (status !== 201) throw new Error(`upload of ${fileName} answered ${status}: ${JSON.stringify(body)}`);
    return await this.settledDataset(body.id, "evaluating_finish");
  }

  async settledDataset(id: string, expected: string): Promise<DatasetAnswer> {
    const dataset = await waitFor(`dataset ${id}`, async () => {
      const found = await this.dataset(id);
      return (found.status === "evaluating_finish" || found.status.endsWith("_fail")) && found;
    });
    if (dataset.status !== expected) throw new Error(`dataset ${id} is ${dataset.status}: ${dataset.reason} ${dataset.message}`);
    return dataset;
  }

  async train(datasetId: string, request: Record<string, unknown>): Promise<ModelAnswer> {
    const { status, body } = await this.json<{ id: string } & ErrorBody>("POST", `agatha/datasets/${datasetId}/models/`, request);
    if (status !== 201) throw new Error(`creating a model answered ${status}: ${JSON.stringify(body)}`);
    return await this.settledModel(datasetId, body.id);
  }

  async settledModel(datasetId: string, id: string): Promise<ModelAnswer> {
    return await waitFor(
      `model ${id}`,
      async () => {
        const { body } = await this.json<ModelAnswer>("GET", `agatha/datasets/${datasetId}/models/${id}/`);
        return ["success", "fail", "fitting_fail"].includes(body.status) && body;
      },
      120,
    );
  }
}
