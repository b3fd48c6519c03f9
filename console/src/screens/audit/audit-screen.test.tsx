import "../../testing/dom.js";
import { act, cleanup, screen } from "@testing-library/react";
import { Profiler } from "react";
import { renderWithServices } from "../../testing/services.js";
import AuditScreen from "./audit-screen.js";

afterEach(cleanup);

/** Several times as long as the screen waits for the end of a change. */
const IDLE_MS = 1200;

test("the screen is not rendered again while nothing changes", async () => {
  const onRender = jest.fn();
  const none = async () => [];
  const screens = (
    <Profiler id="audit" onRender={onRender}>
      <AuditScreen />
    </Profiler>
  );
  await renderWithServices(screens, {
    api: { audit: async () => ({ data: [], total: 0 }) as never, users: none, datasets: none, managedModels: none },
  });
  await screen.findByText("No record matches");
  const idle = () => act(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  await idle();
  onRender.mockClear();
  await idle();
  expect(onRender).not.toHaveBeenCalled();
});
