import DerivedIcon from "@mui/icons-material/AddBoxOutlined";
import FilterIcon from "@mui/icons-material/FilterAltOutlined";
import ReplacementIcon from "@mui/icons-material/FindReplaceOutlined";
import AggregationIcon from "@mui/icons-material/FunctionsOutlined";
import SortIcon from "@mui/icons-material/SortOutlined";
import type { StepType } from "../steps/step-draft.js";

const ICONS = {
  filter: FilterIcon,
  sort: SortIcon,
  aggregation: AggregationIcon,
  replacement: ReplacementIcon,
  derived: DerivedIcon,
} as const satisfies Record<StepType, unknown>;

/** A sign for a kind of step; whoever shows it also says it. */
export function StepIcon({ type }: { type: StepType }) {
  const Icon = ICONS[type];
  return <Icon fontSize="small" aria-hidden />;
}
