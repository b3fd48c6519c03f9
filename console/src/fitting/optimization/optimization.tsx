import type { ModelInfo } from "@agatha/contracts";
import type { CalculationAnswer, ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Box, Button } from "@mui/material";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { CalculationView } from "../calculation/calculation-view.js";
import { Earlier } from "../calculation/earlier.js";
import { messages } from "../calculation/messages.js";
import { calculationPath } from "../calculation/use-calculations.js";
import { draftOf, newDraft } from "./draft.js";
import { goalWords } from "./goal-words.js";
import { impossible } from "./impossible.js";
import type { Settings } from "./limits.js";
import { SearchForm } from "./search-form.js";
import { SearchResult } from "./search-result.js";

interface OptimizationProps {
  model: ModelAnswer;
  info: ModelInfo;
  newModelAddress: string;
  /** Carries a solution over to the what-if. */
  onApply(number: number, settings: Settings): void;
}

/** The search for the settings with the best prediction: what is wanted, the search itself, and what it proposes. */
export default function Optimization(props: OptimizationProps) {
  const text = useText(messages);
  const reason = impossible(props.info);
  if (reason === null) return <Search {...props} />;
  const train = (
    <Button color="inherit" size="small" component={Link} to={props.newModelAddress}>
      {text("optimization.trainOther")}
    </Button>
  );
  return (
    <Alert severity="info" action={train}>
      <AlertTitle>{text("optimization.impossible")}</AlertTitle>
      {reason.because === "target"
        ? text("optimization.impossibleTarget")
        : text("optimization.impossibleInputs", { columns: reason.names.join(", ") })}
    </Alert>
  );
}

function Search({ model, info, onApply }: OptimizationProps) {
  const text = useText(messages);
  const format = useFormat();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const chosen = query.get("calcID");
  const [draft, setDraft] = useState(() => newDraft(info.inputs));
  const response = info.response ?? "";
  const change = ({ optimization }: Pick<CalculationAnswer, "optimization">) => {
    if (optimization) setDraft(draftOf(optimization, info.inputs));
    navigate(calculationPath(model, "optimization"));
  };
  const wordsFor = ({ optimization }: ListedCalculation) =>
    optimization ? goalWords(optimization.target, response, text, format) : text("optimization.title");
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 280px" },
        alignItems: "start",
      }}
    >
      {chosen === null ? (
        <SearchForm model={model} info={info} draft={draft} onDraft={setDraft} />
      ) : (
        <CalculationView key={chosen} model={model} type="optimization" id={chosen} onChange={change}>
          {(calculation) => (
            <SearchResult model={model} info={info} calculation={calculation} onApply={onApply} onChange={() => change(calculation)} />
          )}
        </CalculationView>
      )}
      <Earlier model={model} type="optimization" chosen={chosen} wordsFor={wordsFor} />
    </Box>
  );
}
