/**
 * Modules that are imported after this one are evaluated in a task of their own. The first file is half a megabyte, which takes a
 * phone a sixth of a second in one task: the browser may answer the user in between.
 */
await new Promise((resolve) => setTimeout(resolve));

export {};
