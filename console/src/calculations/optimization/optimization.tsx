import { canBeOptimized, type ModelInfo } from "@agatha/contracts";
import type { CalculationAnswer, ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Box, Button } from "@mui/material";
import type { ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router-dom";
import { useKeptState } from "../../fields/kept-state.js";
import { useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { useText } from "../../i18n/use-text.js";
import { Allowed } from "../../restrictions/allowed.js";
import { CalculationHistory } from "../calculation-history.js";
import { CalculationView } from "../calculation-view.js";
import { messages } from "../messages.js";
import { calculationPath } from "../use-calculations.js";
import type { InputSettings } from "./active-constraints.js";
import { describeGoals } from "./descriptions.js";
import { draftFromRequest, newOptimizationDraft } from "./draft.js";
import { labelsOf, useGoalSubjects } from "./goal-models.js";
import { OptimizationForm } from "./optimization-form.js";
import { OptimizationSolutions } from "./optimization-result.js";

interface OptimizationProps {
  model: ModelAnswer;
  info: ModelInfo;
  newModelAddress: string;
  /** Told below the inputs. */
  leftOut: ReactNode;
  /** Opens the what-if with the settings of a solution. */
  onApply(number: number, settings: InputSettings): void;
}

/** Optimization: the form, the progress of the search and its solutions. */
export default function Optimization(props: OptimizationProps) {
  const text = useText(messages);
  if (canBeOptimized(props.info)) return <OptimizationPanel {...props} />;
  const train = (
    <Button color="inherit" size="small" component={Link} to={props.newModelAddress}>
      {text("optimization.trainOther")}
    </Button>
  );
  return (
    <Alert severity="info" action={train}>
      <AlertTitle>{text("optimization.impossible")}</AlertTitle>
      {text("optimization.impossibleTarget")}
    </Alert>
  );
}

function OptimizationPanel({ model, info, leftOut, onApply }: OptimizationProps) {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const chosen = query.get("calcID");
  const [draft, setDraft] = useKeptState("optimization", () => newOptimizationDraft(labelsOf(info)));
  const change = ({ optimization }: Pick<CalculationAnswer, "optimization">) => {
    if (optimization) setDraft(draftFromRequest(optimization));
    void navigate(calculationPath(model, "optimization"));
  };
  const subjects = useGoalSubjects(model);
  const wordsFor = ({ optimization }: ListedCalculation) =>
    optimization ? joined(describeGoals(optimization, subjects, text, format)) : text("optimization.title");
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
        <Allowed what="work">
          <OptimizationForm model={model} info={info} leftOut={leftOut} draft={draft} onDraft={setDraft} />
        </Allowed>
      ) : (
        <CalculationView key={chosen} model={model} type="optimization" id={chosen} onEdit={change}>
          {(calculation) => (
            <OptimizationSolutions
              model={model}
              info={info}
              calculation={calculation}
              onApply={onApply}
              onEdit={() => change(calculation)}
            />
          )}
        </CalculationView>
      )}
      <CalculationHistory model={model} type="optimization" chosen={chosen} labelOf={wordsFor} />
    </Box>
  );
}
