import type { MetricName, ModelInfo } from "@agatha/contracts";
import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { useModelNames } from "../../../model-names/use-model-names.js";
import { messages } from "../../messages.js";
import { MetricWithInterval } from "./metric-with-interval.js";

/** Metrics that each algorithm of a model with several would have by itself. */
export function NodeTable({ nodes, names }: { nodes: NonNullable<ModelInfo["nodes"]>; names: readonly MetricName[] }) {
  const text = useText(messages);
  const modelNames = useModelNames();
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h3" component="h2">
        {text("nodes.title")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={text("nodes.title")}>
        <Table
          size="small"
          sx={{ "& th": { whiteSpace: { xs: "normal", sm: "nowrap" } }, "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{text("nodes.place")}</TableCell>
              <TableCell>{text("nodes.method")}</TableCell>
              {names.map((name) => (
                <TableCell key={name} align="right">
                  {text(`metric.${name}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {nodes.map(({ id, algorithm, indicators, intervals }) => (
              <TableRow key={id}>
                <TableCell component="th" scope="row">
                  {id}
                </TableCell>
                <TableCell>{modelNames.algorithms([algorithm])}</TableCell>
                {names.map((name) => (
                  <TableCell key={name} align="right">
                    <MetricWithInterval name={name} metrics={indicators} intervals={intervals} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary">
        {text("nodes.about")}
      </Typography>
    </Box>
  );
}
