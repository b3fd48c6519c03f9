/**
 * Returns the Caliński–Harabasz index of clusters of `rows` rows as that of another number of rows. The index is a ratio of dispersions
 * times the number of rows less that of clusters, so that fewer rows alone would make it smaller.
 */
export function indexOfRows(index: number, { clusters, rows, of }: { clusters: number; rows: number; of: number }): number {
  return (index * (of - clusters)) / (rows - clusters);
}
