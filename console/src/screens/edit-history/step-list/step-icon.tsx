import DerivedIcon from "@mui/icons-material/AddBoxOutlined";
import FilterIcon from "@mui/icons-material/FilterAltOutlined";
import ReplacementIcon from "@mui/icons-material/FindReplaceOutlined";
import AggregationIcon from "@mui/icons-material/FunctionsOutlined";
import JoinIcon from "@mui/icons-material/JoinLeftOutlined";
import UnpivotIcon from "@mui/icons-material/PivotTableChartOutlined";
import SortIcon from "@mui/icons-material/SortOutlined";
import type { StepType } from "../steps/step-draft.js";

const ICONS = {
  filter: FilterIcon,
  sort: SortIcon,
  aggregation: AggregationIcon,
  replacement: ReplacementIcon,
  derived: DerivedIcon,
  unpivot: UnpivotIcon,
  join: JoinIcon,
} as const satisfies Record<StepType, unknown>;

/** Icon of a kind of step. The caller also states the kind as text. */
export function StepIcon({ type }: { type: StepType }) {
  const Icon = ICONS[type];
  return <Icon fontSize="small" aria-hidden />;
}
