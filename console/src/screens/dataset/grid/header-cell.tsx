import WarningIcon from "@mui/icons-material/WarningAmberOutlined";
import { memo } from "react";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { ColumnTypeIcon } from "../columns/column-type-icon.js";
import { DistributionSparkline } from "../columns/distribution-sparkline.js";
import { messages } from "../messages.js";
import type { GridColumn } from "./grid-column.js";

interface HeaderCellProps {
  column: GridColumn;
  nrow: number;
  flagged: boolean;
  onOpen?: ((uid: string) => void) | undefined;
}

/** Column header: name, type and, if known, the share of missing values and a small distribution. Opens the column's details. */
export const HeaderCell = memo(function HeaderCell({ column, nrow, flagged, onOpen }: HeaderCellProps) {
  const text = useText(messages);
  const label = useHeaderLabel({ column, nrow, flagged });
  const content = <HeaderCellContent column={column} nrow={nrow} flagged={flagged} />;
  if (!onOpen) {
    return (
      <div className="head plain" title={label}>
        {content}
      </div>
    );
  }
  return (
    <button
      type="button"
      className="head"
      title={label}
      aria-label={text("grid.details", { name: label })}
      onClick={() => onOpen(column.uid)}
    >
      {content}
    </button>
  );
});

const missingShare = ({ stats }: GridColumn, nrow: number): number => (nrow === 0 || !stats ? 0 : stats.missing / nrow);

/** The header's content as text. */
function useHeaderLabel({ column, nrow, flagged }: HeaderCellProps): string {
  const text = useText(messages);
  const format = useFormat();
  const share = missingShare(column, nrow);
  const missing = share === 0 ? text("grid.complete") : text("grid.missingShare", { share: format.percent(share) });
  const statistics = column.stats ? [missing] : [];
  return [column.label, text(`types.${column.type}`), ...statistics, ...(flagged ? [text("grid.flagged")] : [])].join(" · ");
}

function HeaderCellContent({ column, nrow, flagged }: HeaderCellProps) {
  return (
    <>
      <span className="name">
        <ColumnTypeIcon type={column.type} />
        <span className="label">{column.label}</span>
        {flagged ? <WarningIcon className="flag" fontSize="inherit" /> : null}
      </span>
      {column.stats ? (
        <>
          <span className="bars">
            <DistributionSparkline stats={column.stats} height={28} />
          </span>
          <span className="missing-bar">
            <span style={{ width: `${missingShare(column, nrow) * 100}%` }} />
          </span>
        </>
      ) : null}
    </>
  );
}
