import type { ModelInfo } from "@agatha/contracts";
import { alpha, Button, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography, useTheme } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import type { ConfusionCell } from "./confusion-cell.js";

type Result = NonNullable<ModelInfo["classification"]>;

interface ConfusionMatrixProps extends Pick<Result, "labels" | "confusion"> {
  title?: string;
  /** States which rows are shown and how to read them. */
  hint?: string;
  /** Makes the counts buttons. */
  onCell?: (cell: ConfusionCell) => void;
}

/** Most classes whose matrix fits on a phone: its cells are narrower there, and names of classes take several lines. */
const MAX_CLASSES_ON_PHONES = 4;
/** Most letters of the longest words of the row's and all columns' names that are side by side on a phone; more break. */
const MAX_LETTERS_ON_PHONES = 34;
/** Least letters of the names of rows, below the heading "Predicted". */
const MIN_ROW_LETTERS = 9;

function breaksWords(labels: readonly string[]): boolean {
  const longest = labels.map((label) => Math.max(...label.split(/[\s-]/).map(({ length }) => length)));
  const letters = longest.reduce((sum, length) => sum + length, Math.max(MIN_ROW_LETTERS, ...longest));
  return letters > MAX_LETTERS_ON_PHONES;
}

export function ConfusionMatrix({ labels, confusion, title: given, hint, onCell }: ConfusionMatrixProps) {
  const text = useText(messages);
  const title = given ?? text("classification.confusion");
  const format = useFormat();
  const { palette, breakpoints } = useTheme();
  const isNarrow = labels.length <= MAX_CLASSES_ON_PHONES;
  const phones = breakpoints.down("sm");
  const cells = { px: { xs: isNarrow ? 0.375 : 0.5, sm: 0.75 }, ...(isNarrow && { [phones]: { fontSize: 12 } }) };
  const names = {
    whiteSpace: "normal",
    ...(isNarrow && breaksWords(labels) && { [phones]: { overflowWrap: "anywhere" } }),
  };
  return (
    <>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {hint ?? text("classification.confusionHint")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={title} sx={{ maxHeight: 420 }}>
        <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": cells }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ whiteSpace: "normal" }}>
                {`${text("regression.actual")}\u00a0↓ ${text("regression.predicted")}\u00a0→`}
              </TableCell>
              {labels.map((label) => (
                <TableCell key={label} align="right" sx={names} aria-label={text("classification.predictedClass", { label })}>
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
                  <TableCell
                    component="th"
                    scope="row"
                    sx={names}
                    aria-label={text("classification.actualClass", { label: labels[actual] ?? "" })}
                  >
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
                          sx={{ minWidth: 0, py: 0, fontSize: "inherit" }}
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
