/** Focuses the first invalid field of a form. Call it after the problems are rendered. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true]")?.focus();
}
