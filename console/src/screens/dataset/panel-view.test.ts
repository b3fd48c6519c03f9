import { type PanelTab, type PanelView, panelViewOf, togglePanel } from "./panel-view.js";

test.each<[string, PanelView, PanelTab, PanelView]>([
  ["a click opens the panel", null, "check", { tab: "check" }],
  ["the list of columns opens without a selected column", null, "columns", { tab: "columns", uid: null }],
  ["a click on the open tab closes the panel", { tab: "check" }, "check", null],
  ["a click on the open tab closes the selected column too", { tab: "columns", uid: "c1" }, "columns", null],
  ["the report opens", null, "report", { tab: "report" }],
  ["another tab replaces the open one", { tab: "columns", uid: "c1" }, "check", { tab: "check" }],
  // @contract the-panel-beside-a-dataset-s-table
])("the tab button: %s", (_sentence, view, tab, expected) => {
  expect(togglePanel(view, tab)).toEqual(expected);
});

// @contract the-panel-beside-a-dataset-s-table
test("selecting a tab within the panel never closes it", () => {
  expect(panelViewOf("check")).toEqual({ tab: "check" });
});
