import "../../testing/dom.js";
import { ERRORS } from "@agatha/contracts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { UploadsProvider, useUploads } from "../../file-upload/uploads-context.js";
import { apiError, renderWithServices } from "../../testing/services.js";
import { UploadList } from "./upload-list.js";

afterEach(cleanup);

function SendButton({ name }: { name: string }) {
  const { uploadDataset } = useUploads();
  const send = () => void uploadDataset(new File(["a\n1"], name), { product_type: "opt" }).catch(() => undefined);
  return (
    <button type="button" onClick={send}>
      Send
    </button>
  );
}

/** Sends a file to a server that answers with `answer` to the request before the bytes. */
async function send(name: string, answer: () => Promise<Record<string, string>>) {
  const headersOfChange = jest.fn(answer);
  await renderWithServices(
    <UploadsProvider>
      <SendButton name={name} />
      <UploadList />
    </UploadsProvider>,
    { httpClient: { headersOfChange } },
  );
  fireEvent.click(screen.getByText("Send"));
  return headersOfChange;
}
const never = () => new Promise<Record<string, string>>(() => undefined);
const refusal = (code: (typeof ERRORS)[keyof typeof ERRORS]) => async () => {
  throw apiError(code, { detail: [{ path: "file", message: "line 7 has 3 cells" }] });
};

test("a file on its way shows its progress, and leaves the list when it is cancelled", async () => {
  const token = { arrive: (_headers: Record<string, string>) => undefined as unknown };
  await send("cars.csv", () => new Promise((resolve) => (token.arrive = resolve)));
  expect((await screen.findByRole("progressbar", { name: "cars.csv" })).getAttribute("aria-valuenow")).toBe("0");
  fireEvent.click(screen.getByLabelText("Cancel cars.csv"));
  token.arrive({});
  await waitFor(() => expect(screen.queryByText("cars.csv")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a file that cannot be read tells its code and details, and is sent again on retry", async () => {
  const headers = await send("cars.csv", refusal(ERRORS.badRequest));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain(ERRORS.badRequest);
  expect(alert.textContent).toContain("line 7 has 3 cells");
  headers.mockImplementation(never);
  fireEvent.click(screen.getByText("Try again"));
  expect(await screen.findByRole("progressbar", { name: "cars.csv" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a file of another kind is not sent and cannot be retried", async () => {
  const headers = await send("cars.pdf", never);
  expect((await screen.findByRole("alert")).textContent).toContain(ERRORS.unsupportedFileExtension);
  expect(screen.queryByText("Try again")).toBeNull();
  expect(headers).not.toHaveBeenCalled();
});

test.each([
  ["cars.csv", ERRORS.badRequest, 1],
  ["cars.xlsx", ERRORS.badRequest, 1],
  ["cars.csv", ERRORS.serverUnavailable, 0],
] as const)("%s that failed with %s offers to be read differently %i times", async (name, code, offers) => {
  await send(name, refusal(code));
  const alert = await screen.findByRole("alert");
  expect(alert.querySelectorAll("button")).toHaveLength(2 + offers);
});

test("a failure is dismissed", async () => {
  await send("cars.pdf", never);
  fireEvent.click(await screen.findByLabelText("Dismiss cars.pdf"));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});
