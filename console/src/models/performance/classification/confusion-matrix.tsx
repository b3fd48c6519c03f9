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

/** Most classes whose matrix fits on a phone: its cells are narrower there, and the names of the classes break. */
const MAX_CLASSES_ON_PHONES = 4;
const NARROW_CELLS = { fontSize: 12, "&:is(th)": { whiteSpace: "normal", overflowWrap: "anywhere" } };

export function ConfusionMatrix({ labels, confusion, title: given, hint, onCell }: ConfusionMatrixProps) {
  const text = useText(messages);
  const title = given ?? text("classification.confusion");
  const format = useFormat();
  const { palette, breakpoints } = useTheme();
  const isNarrow = labels.length <= MAX_CLASSES_ON_PHONES;
  const cells = {
    px: { xs: isNarrow ? 0.375 : 0.5, sm: 0.75 },
    ...(isNarrow && { [breakpoints.down("sm")]: NARROW_CELLS }),
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
                <TableCell
                  key={label}
                  align="right"
                  sx={{ whiteSpace: "normal" }}
                  aria-label={text("classification.predictedClass", { label })}
                >
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
