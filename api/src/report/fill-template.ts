/** Returns a text with its places `{{name}}` filled; a place without a value stays empty. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/{{(\w+)}}/g, (_all, name) => values.get(name) ?? "");
}
