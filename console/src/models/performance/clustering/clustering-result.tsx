import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { FullWidthCard } from "../cards.js";
import { ClusterDensity } from "./cluster-density-chart.js";

type Result = NonNullable<ModelInfo["clustering"]>;

interface ClusteringResultProps {
  model: ModelAnswer;
  result: Result;
  /** Columns that the model learned from. */
  columns: readonly string[];
}

/** Size and typical values of each cluster, and how values lie in it. */
export function ClusteringResult({ model, result: { clusters }, columns }: ClusteringResultProps) {
  const text = useText(messages);
  return (
    <>
      <FullWidthCard>
        <ClusterTable clusters={clusters} title={text("clustering.title")} />
      </FullWidthCard>
      <FullWidthCard>
        <ClusterDensity model={model} columns={columns} />
      </FullWidthCard>
    </>
  );
}

export function ClusterTable({ clusters, title }: Result & { title: string }) {
  const text = useText(messages);
  const format = useFormat();
  const columns = clusters[0]?.center.map((entry) => entry.column) ?? [];
  const shown = (value: number | string | null | undefined) =>
    value == null ? "–" : typeof value === "number" ? format.number(value) : value;
  return (
    <>
      <Typography variant="h3" component="h2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title}>
        <Table size="small" sx={{ "& th": { whiteSpace: "nowrap" } }}>
          <TableHead>
            <TableRow>
              <TableCell>{text("clustering.centre")}</TableCell>
              {clusters.map(({ cluster }) => (
                <TableCell key={cluster} align="right">
                  {text("clustering.cluster", { number: cluster })}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            <TableRow>
              <TableCell component="th" scope="row">
                {text("clustering.rows")}
              </TableCell>
              {clusters.map(({ cluster, rows }) => (
                <TableCell key={cluster} align="right" sx={{ fontWeight: 600 }}>
                  {format.number(rows)}
                </TableCell>
              ))}
            </TableRow>
            {columns.map((column, place) => (
              <TableRow key={column}>
                <TableCell component="th" scope="row">
                  {column}
                </TableCell>
                {clusters.map(({ cluster, center }) => (
                  <TableCell key={cluster} align="right">
                    {shown(center[place]?.value)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
