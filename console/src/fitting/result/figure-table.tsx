import type { IndicatorName, Indicators } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { shown } from "./shown.js";

export interface FigureColumn {
  key: string;
  head: ReactNode;
  /** Small print below the head. */
  caption?: ReactNode;
  figures: Indicators;
  /** Written after each figure, as ±. */
  spread?: Indicators;
  /** Written below each figure, small, to compare with. */
  beside?: Indicators;
  /** What the table is about. */
  strong?: boolean;
}

interface FigureTableProps {
  label: string;
  names: readonly IndicatorName[];
  columns: readonly FigureColumn[];
}

/** Figures with what they mean, side by side. */
export function FigureTable({ label, names, columns }: FigureTableProps) {
  const text = useText(messages);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table
        size="small"
        sx={{
          "& th": { whiteSpace: { xs: "normal", sm: "nowrap" } },
          "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } },
          // The names stay where many columns scroll.
          "& tr > :first-of-type": { position: "sticky", left: 0, bgcolor: "background.paper", zIndex: 1 },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell>{text("figures.figure")}</TableCell>
            {columns.map(({ key, head, caption }) => (
              <TableCell key={key} align="right">
                {head}
                {caption ? (
                  <Typography variant="caption" component="div" color="text.secondary">
                    {caption}
                  </Typography>
                ) : null}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {names.map((name) => (
            <TableRow key={name}>
              <TableCell component="th" scope="row">
                {name}
                <Typography
                  variant="caption"
                  component="div"
                  color="text.secondary"
                  sx={{ display: { xs: "none", sm: "block" }, whiteSpace: "normal" }}
                >
                  {text(`indicator.${name}`)}
                </Typography>
              </TableCell>
              {columns.map((column) => (
                <Figure key={column.key} name={name} column={column} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Figure({ name, column: { figures, spread = {}, beside, strong } }: { name: IndicatorName; column: FigureColumn }) {
  const format = useFormat();
  return (
    <TableCell align="right" sx={strong ? { fontWeight: 600, whiteSpace: "nowrap" } : {}}>
      {shown(format, name, figures[name])}
      {spread[name] == null ? null : ` ± ${shown(format, name, spread[name], 2)}`}
      {beside ? (
        <Typography variant="caption" component="div" color="text.secondary">
          {shown(format, name, beside[name])}
        </Typography>
      ) : null}
    </TableCell>
  );
}
