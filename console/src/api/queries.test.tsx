import "../testing/dom.js";
import { act, cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { useModels } from "./queries.js";

afterEach(cleanup);

test("a list of models is rendered when it comes, and not again for each query of the same answer", async () => {
  const asked = jest.fn(async () => [{ id: "m1", name: "First", status: "success" }]);
  const rendered: (string | undefined)[] = [];
  let ask: () => Promise<unknown> = async () => undefined;
  function Names() {
    const { data, refetch } = useModels("d1");
    ask = refetch;
    const names = data?.map(({ name }) => name).join(", ");
    rendered.push(names);
    return <p>{names ?? "none yet"}</p>;
  }
  await renderWithServices(<Names />, { api: { models: asked as never } });
  await screen.findByText("First");
  const before = rendered.length;
  await act(async () => void (await ask()));
  expect(asked).toHaveBeenCalledTimes(2);
  expect(rendered.slice(before)).toEqual([]);
});
