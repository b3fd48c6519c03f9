const HTML_ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes text for HTML and SVG, also within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character);
