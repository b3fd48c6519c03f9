/** The text fields precede the file, because the server needs them before the bytes. */
export function uploadForm(file: Blob, name: string, fields: Readonly<Record<string, string | number | undefined>> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, String(value));
  form.append("file", file, name);
  return form;
}
