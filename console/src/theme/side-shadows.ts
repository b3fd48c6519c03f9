import { alpha, type Theme } from "@mui/material/styles";

/** Backgrounds of what scrolls sideways on this surface: a shadow on each side on which there is more. A phone shows no scroll bar. */
export function sideShadows(theme: Theme, surface: string): string {
  const shadow = alpha(theme.palette.text.primary, 0.2);
  const clear = alpha(surface, 0);
  // What covers a shadow moves with the content, so that it does so at the end of the content alone.
  const layers = [
    `linear-gradient(to right, ${surface} 50%, ${clear}) left / 32px 100% no-repeat local`,
    `linear-gradient(to left, ${surface} 50%, ${clear}) right / 32px 100% no-repeat local`,
    `linear-gradient(to right, ${shadow}, ${clear}) left / 10px 100% no-repeat scroll`,
    `linear-gradient(to left, ${shadow}, ${clear}) right / 10px 100% no-repeat scroll`,
  ];
  return layers.join(", ");
}
