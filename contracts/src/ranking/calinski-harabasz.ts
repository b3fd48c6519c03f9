/**
 * Returns the Caliński–Harabasz index of clusters of `rows` rows, converted to another number of rows. The index is a ratio of
 * dispersions times the number of rows minus the number of clusters, so fewer rows alone make it smaller.
 */
export function calinskiHarabaszOfRows(index: number, { clusters, rows, of }: { clusters: number; rows: number; of: number }): number {
  return (index * (of - clusters)) / (rows - clusters);
}
