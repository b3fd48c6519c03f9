import { type PanelTab, type PanelView, panelViewOf, togglePanel } from "./panel-view.js";

test.each<[string, PanelView, PanelTab, PanelView]>([
  ["the panel opens", null, "check", { tab: "check" }],
  ["the columns open without one in detail", null, "columns", { tab: "columns", uid: null }],
  ["the open panel closes", { tab: "check" }, "check", null],
  ["with a column in detail it closes too", { tab: "columns", uid: "c1" }, "columns", null],
  ["the report opens", null, "report", { tab: "report" }],
  ["the other tab comes instead", { tab: "columns", uid: "c1" }, "check", { tab: "check" }],
  // @contract the-panel-beside-a-dataset-s-table
])("the tab button: %s", (_sentence, view, tab, expected) => {
  expect(togglePanel(view, tab)).toEqual(expected);
});

// @contract the-panel-beside-a-dataset-s-table
test("selecting a tab within the panel never closes it", () => {
  expect(panelViewOf("check")).toEqual({ tab: "check" });
});
