import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { alpha, Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography, useTheme } from "@mui/material";
import { useState } from "react";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { Card } from "./cards.js";
import { CalibrationCurve, ClassCurves, ClassFiguresTable } from "./class-quality.js";
import type { ConfusionCell } from "./confusion-cell.js";
import { ConfusionCellRows } from "./confusion-cell-rows.js";
import { ErrorTable } from "./error-table.js";

type Result = NonNullable<ModelInfo["classification"]>;

/** Confusion matrix, whose cells show their rows, figures and curves of the classes, calibration, and the largest errors. */
export function ClassificationResult({ model, result }: { model: ModelAnswer; result: Result }) {
  const text = useText(messages);
  const [cell, setCell] = useState<ConfusionCell | null>(null);
  return (
    <>
      <Card>
        <ConfusionMatrix labels={result.labels} confusion={result.confusion} onCell={setCell} />
        {cell ? <ConfusionCellRows model={model} cell={cell} /> : null}
      </Card>
      <Card>
        <ClassFiguresTable result={result} />
      </Card>
      {result.roc?.some(({ points }) => points.length > 0) ? (
        <Card>
          <ClassCurves result={result} curves={result.roc.filter(({ points }) => points.length > 0)} />
        </Card>
      ) : null}
      {result.calibration ? (
        <Card>
          <CalibrationCurve calibration={result.calibration} />
        </Card>
      ) : null}
      <Card>
        <ErrorTable title={text("regression.largest")} errors={result.largest_errors} errorName={text("classification.missing")} />
      </Card>
    </>
  );
}

interface ConfusionMatrixProps extends Pick<Result, "labels" | "confusion"> {
  title?: string;
  /** States which rows are shown and how to read them. */
  hint?: string;
  /** Makes the counts buttons. */
  onCell?: (cell: ConfusionCell) => void;
}

export function ConfusionMatrix({ labels, confusion, title: given, hint, onCell }: ConfusionMatrixProps) {
  const text = useText(messages);
  const title = given ?? text("classification.confusion");
  const format = useFormat();
  const { palette } = useTheme();
  return (
    <>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {hint ?? text("classification.confusionHint")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: 420 }}>
        <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": { px: 1, whiteSpace: "nowrap" } }}>
          <TableHead>
            <TableRow>
              <TableCell>{`${text("regression.actual")} ↓  ${text("regression.predicted")} →`}</TableCell>
              {labels.map((label) => (
                <TableCell key={label} align="right" aria-label={text("classification.predictedClass", { label })}>
                  {label}
                </TableCell>
              ))}
              <TableCell align="right">{text("classification.recall")}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {confusion.map((counts, actual) => {
              const total = counts.reduce((sum, count) => sum + count, 0);
              return (
                <TableRow key={labels[actual]}>
                  <TableCell component="th" scope="row" aria-label={text("classification.actualClass", { label: labels[actual] ?? "" })}>
                    {labels[actual]}
                  </TableCell>
                  {counts.map((count, predicted) => (
                    <TableCell
                      key={labels[predicted]}
                      align="right"
                      sx={{
                        bgcolor: alpha(
                          actual === predicted ? palette.data.heldOut : palette.data.anomaly,
                          total === 0 ? 0 : 0.25 * (count / total),
                        ),
                        fontWeight: actual === predicted ? 600 : 400,
                      }}
                    >
                      {onCell && count > 0 ? (
                        <Button
                          size="small"
                          color="inherit"
                          sx={{ minWidth: 0, py: 0 }}
                          aria-label={text("classification.showRows", {
                            actual: labels[actual] ?? "",
                            predicted: labels[predicted] ?? "",
                            count,
                          })}
                          onClick={() => onCell({ actual: labels[actual] ?? "", predicted: labels[predicted] ?? "" })}
                        >
                          {format.number(count)}
                        </Button>
                      ) : (
                        format.number(count)
                      )}
                    </TableCell>
                  ))}
                  <TableCell align="right">{total === 0 ? "–" : format.percent((counts[actual] ?? 0) / total)}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
