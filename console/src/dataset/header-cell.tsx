import type { TableColumn } from "@agatha/contracts";
import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import { memo } from "react";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { Distribution } from "./distribution.js";
import { messages } from "./messages.js";
import { TypeMark } from "./type-mark.js";

interface HeaderCellProps {
  column: TableColumn;
  nrow: number;
  flagged: boolean;
  onOpen: (uid: string) => void;
}

/** Name, type, share of missing values, and a tiny distribution; opens the column's details. */
export const HeaderCell = memo(function HeaderCell({ column, nrow, flagged, onOpen }: HeaderCellProps) {
  const text = useText(messages);
  const format = useFormat();
  const share = nrow === 0 ? 0 : column.stats.missing / nrow;
  const missing = share === 0 ? text("grid.complete") : text("grid.missingShare", { share: format.percent(share) });
  const told = [column.label, text(`types.${column.type}`), missing, ...(flagged ? [text("grid.flagged")] : [])].join(" · ");
  return (
    <button
      type="button"
      className="head"
      title={told}
      aria-label={text("grid.details", { name: told })}
      onClick={() => onOpen(column.uid)}
    >
      <span className="name">
        <TypeMark type={column.type} />
        <span className="label">{column.label}</span>
        {flagged ? <WarningIcon className="flag" fontSize="inherit" /> : null}
      </span>
      <span className="bars">
        <Distribution stats={column.stats} height={28} />
      </span>
      <span className="missing-bar">
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </button>
  );
});
