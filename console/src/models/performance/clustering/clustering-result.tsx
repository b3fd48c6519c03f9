import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { formatTime } from "../../../i18n/format.js";
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
  inputs: ModelInfo["inputs"];
}

/** Size and typical values of each cluster, and how values lie in it. */
export function ClusteringResult({ model, result: { clusters }, inputs }: ClusteringResultProps) {
  const text = useText(messages);
  return (
    <>
      <FullWidthCard>
        <ClusterTable clusters={clusters} title={text("clustering.title")} inputs={inputs} />
      </FullWidthCard>
      <FullWidthCard>
        <ClusterDensity model={model} columns={inputs.map(({ name }) => name)} />
      </FullWidthCard>
    </>
  );
}

export function ClusterTable({ clusters, title, inputs = [] }: Result & { title: string; inputs?: ModelInfo["inputs"] }) {
  const text = useText(messages);
  const format = useFormat();
  const columns = clusters[0]?.center.map((entry) => entry.column) ?? [];
  const isTime = (column: string) => inputs.some(({ name, type }) => name === column && type === "d");
  const shown = (column: string, value: number | string | null | undefined) => {
    if (value == null) return "–";
    if (typeof value === "string") return value;
    return isTime(column) ? formatTime(new Date(value).toISOString()) : format.number(value);
  };
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
                    {shown(column, center[place]?.value)}
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
