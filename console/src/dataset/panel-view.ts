/** What the panel beside the table shows: the columns, one of them in detail, or the data check; null while it is closed. */
export type PanelView = { tab: "columns"; uid: string | null } | { tab: "check" } | null;
export type PanelTab = NonNullable<PanelView>["tab"];

export function opened(tab: PanelTab): PanelView {
  return tab === "check" ? { tab } : { tab, uid: null };
}

/** The button of a tab opens it, and closes the panel when that tab is open already. */
export function toggled(view: PanelView, tab: PanelTab): PanelView {
  return view?.tab === tab ? null : opened(tab);
}
