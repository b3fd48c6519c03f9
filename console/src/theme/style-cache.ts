import createCache, { type EmotionCache, type StylisPlugin } from "@emotion/cache";

/** Safari knows `user-select` only with its prefix. */
const prefixUserSelect: StylisPlugin = (element) => {
  if (element.type === "decl" && element.props === "user-select") element.return = `-webkit-${element.value}${element.value}`;
};

/**
 * Emotion's cache without its vendor prefixes. They are for browsers that MUI does not support, and each rule that is inserted is searched
 * for them.
 */
export const createStyleCache = (): EmotionCache => createCache({ key: "css", stylisPlugins: [prefixUserSelect] });
