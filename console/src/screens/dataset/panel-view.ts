/** Content of the side panel: the columns, the details of one column, the data check or the report; null while it is closed. */
export type PanelView = { tab: "columns"; uid: string | null } | { tab: "check" } | { tab: "report" } | null;
export type PanelTab = NonNullable<PanelView>["tab"];

/** Returns the first view of a tab: of the columns, the list. */
export function panelViewOf(tab: PanelTab): PanelView {
  return tab === "columns" ? { tab, uid: null } : { tab };
}

/** Opens the tab, or closes the panel if that tab is already open. */
export function togglePanel(view: PanelView, tab: PanelTab): PanelView {
  return view?.tab === tab ? null : panelViewOf(tab);
}
