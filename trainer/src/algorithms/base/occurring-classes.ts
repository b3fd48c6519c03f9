/** Returns the classes that occur, in ascending order, and for each row the position of its class among them. */
export function occurringClasses(codes: Int32Array): { classes: Int32Array; positions: Int32Array } {
  const classes = Int32Array.from(new Set(codes)).sort();
  const position = new Map(Array.from(classes, (code, k) => [code, k]));
  return { classes, positions: codes.map((code) => position.get(code) as number) };
}
