import { Button } from "@mui/material";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRowSource } from "./row-source.js";

/** Number of a row, from 1. It shows the row's values where they are known. */
export function RowButton({ row }: { row: number }) {
  const text = useText(messages);
  const format = useFormat();
  const source = useRowSource();
  const number = format.number(row + 1);
  if (source === null) return number;
  return (
    <Button size="small" sx={{ minWidth: 0, py: 0 }} aria-label={text("show", { row: number })} onClick={() => source.open(row)}>
      {number}
    </Button>
  );
}

/** Shows the only row, or selects several. */
export function RowsButton({ rows }: { rows: readonly number[] }) {
  const text = useText(messages);
  const format = useFormat();
  const source = useRowSource();
  const [row] = rows;
  if (source === null || row === undefined) return null;
  if (rows.length === 1) return <RowButton row={row} />;
  return (
    <Button size="small" sx={{ py: 0, whiteSpace: "nowrap" }} onClick={() => source.select(rows)}>
      {text("select", { count: rows.length, shown: format.number(rows.length) })}
    </Button>
  );
}
