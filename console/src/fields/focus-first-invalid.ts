/** Leads the keyboard to the first field of a form that is wrong; call it once the problems are drawn. */
export function focusFirstInvalid(form: HTMLElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid=true]")?.focus();
}
