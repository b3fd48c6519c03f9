/**
 * jsdom environment for component tests. A component test imports this file in its first line because React looks for a document
 * when it is loaded.
 */
import "global-jsdom/register";

// Makes React warn about updates outside act().
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// Node has a FormData of its own, which does not take forms, and the window's takes no File of Node's.
const { FormData, File, Blob } = window;
Object.assign(globalThis, { FormData, File, Blob });
