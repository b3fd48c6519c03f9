/** Focuses the first invalid field of a form, in the middle of the window. Call it after the problems are rendered. */
export function focusFirstInvalid(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true]");
  field?.focus();
  // The browser scrolls no further than needed, which leaves the field below the bar at the top.
  field?.scrollIntoView?.({ block: "center" });
}
