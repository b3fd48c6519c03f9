/** A page for components, by jsdom. A component's test imports this in its first line, since React looks for a page when it is loaded. */
import "global-jsdom/register";

// Tells React that updates outside of act() are a test's mistake.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
