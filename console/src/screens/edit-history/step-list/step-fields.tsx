import { AggregationFields } from "../fields/aggregation-fields.js";
import { DerivedColumnFields } from "../fields/derived-fields.js";
import type { FieldsProps } from "../fields/fields-props.js";
import { FilterFields } from "../fields/filter-fields.js";
import { JoinFields } from "../fields/join-fields.js";
import { ReplacementFields } from "../fields/replacement-fields.js";
import { SortFields } from "../fields/sort-fields.js";
import { UnpivotFields } from "../fields/unpivot-fields.js";
import type { StepDraft } from "../steps/step-draft.js";

/** Fields of a step of any kind. */
export function StepFields({ draft, onChange, ...props }: FieldsProps<StepDraft>) {
  switch (draft.type) {
    case "filter":
      return <FilterFields {...props} draft={draft} onChange={(next) => onChange({ type: "filter", ...next })} />;
    case "sort":
      return <SortFields {...props} draft={draft} onChange={(next) => onChange({ type: "sort", ...next })} />;
    case "aggregation":
      return <AggregationFields {...props} draft={draft} onChange={(next) => onChange({ type: "aggregation", ...next })} />;
    case "replacement":
      return <ReplacementFields {...props} draft={draft} onChange={(next) => onChange({ type: "replacement", ...next })} />;
    case "derived":
      return <DerivedColumnFields {...props} draft={draft} onChange={(next) => onChange({ type: "derived", ...next })} />;
    case "unpivot":
      return <UnpivotFields {...props} draft={draft} onChange={(next) => onChange({ type: "unpivot", ...next })} />;
    case "join":
      return <JoinFields {...props} draft={draft} onChange={(next) => onChange({ type: "join", ...next })} />;
  }
}
