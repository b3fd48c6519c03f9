import type { ColumnType } from "@agatha/contracts";
import TextIcon from "@mui/icons-material/AbcOutlined";
import TimeIcon from "@mui/icons-material/AccessTimeOutlined";
import NumberIcon from "@mui/icons-material/NumbersOutlined";

const ICONS = { n: NumberIcon, s: TextIcon, d: TimeIcon } as const;

/** Icon of a column type. The caller also states the type as text. */
export function ColumnTypeIcon({ type }: { type: ColumnType }) {
  const Icon = ICONS[type];
  return <Icon fontSize="inherit" aria-hidden />;
}
