/** What the panel beside the table shows: the columns, one of them in detail, the data check, or the report; null while it is closed. */
export type PanelView = { tab: "columns"; uid: string | null } | { tab: "check" } | { tab: "report" } | null;
export type PanelTab = NonNullable<PanelView>["tab"];

export function panelViewOf(tab: PanelTab): PanelView {
  return tab === "columns" ? { tab, uid: null } : { tab };
}

/** The button of a tab opens it, and closes the panel when that tab is open already. */
export function togglePanel(view: PanelView, tab: PanelTab): PanelView {
  return view?.tab === tab ? null : panelViewOf(tab);
}
