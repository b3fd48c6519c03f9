import "../../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { AuditTable } from "./audit-table.js";

afterEach(cleanup);

const record = (id: string, action: string, detail: Record<string, unknown>) => {
  const user = { user_id: "u1", username: "ann", target: "u1" };
  return { id, at: "2024-05-01T08:00:00Z", action, detail, ...user };
};

test("records are told in words; what an older version recorded under another name stays as it is stored", async () => {
  const records = [
    record("1", "user.update", { is_active: false, model_limit: 20 }),
    record("2", "login.failure", { reason: "wrong password" }),
    record("3", "oven.heat", { degrees: 200 }),
    record("4", "dataset.share", { account: "vera", role: "viewer" }),
    record("5", "user.update", { api_enable_mode: "disabled", contract_type: "SP" }),
    record("6", "extraction.add", { type: "aggregation", dataset: "Cars" }),
    record("7", "dataset.create", { name: "sort" }),
  ];
  await renderWithServices(<AuditTable records={records} names={new Map()} />);
  const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
  for (const words of [
    "Account changed",
    "Enabled: no, Limit of models: 20",
    "Login failed",
    "Reason: wrong password",
    "Account: vera, Role: viewer",
    "Enabling of new models: off: no API answers, Type of contract: subscription",
    "Type: aggregate, Dataset: Cars",
    "Name: sort",
  ]) {
    expect(cells).toContain(words);
  }
  expect(cells).toContain("oven.heat");
  expect(cells).toContain("degrees: 200");
});

test("days of a contract are told as days", async () => {
  await renderWithServices(<AuditTable records={[record("1", "user.update", { due_date: "2026-11-20T12:00:00Z" })]} names={new Map()} />);
  screen.getByText("Due date: Nov 20, 2026");
});

test("ids are shown by the names that are known, or that another record tells, or by their dataset's", async () => {
  const deleted = { ...record("1", "model.delete", { name: "Consumption" }), target: "m1" };
  const created = { ...record("2", "model.create", { dataset: "d1", name: "Consumption" }), target: "m1" };
  const started = { ...record("3", "automodel.create", { dataset: "d1", mode: "AUTO_MINIMUM" }), target: "a1" };
  const disabled = { ...record("4", "model.api.disable", {}), target: "m1" };
  await renderWithServices(<AuditTable records={[deleted, created, started, disabled]} names={new Map([["d1", "Cars"]])} />);
  const rows = screen.getAllByRole("row").slice(1);
  const cells = rows.map((row) => [...row.querySelectorAll("td")].slice(3).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["Consumption", "Name: Consumption"],
    ["Consumption", "Dataset: Cars, Name: Consumption"],
    ["Cars", "Dataset: Cars, Methods: a few fast methods"],
    ["Consumption", ""],
  ]);
});
