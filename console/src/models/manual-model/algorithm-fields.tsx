import { MIN_CLUSTERED_ROWS } from "@agatha/contracts/algorithms/clusters";
import type { AlgorithmName } from "@agatha/contracts/algorithms/index";
import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Switch,
  TextField,
  Typography,
} from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import {
  type HyperparameterUse,
  hyperparametersOf,
  type NumberHyperparameter,
  type SwitchHyperparameter,
  validateHyperparameter,
} from "./hyperparameters.js";

interface AlgorithmFieldsProps {
  /** Algorithms to choose from. */
  algorithms: readonly AlgorithmName[];
  algorithm: AlgorithmName;
  values: Readonly<Record<string, string>>;
  use: HyperparameterUse;
  onAlgorithm(algorithm: AlgorithmName): void;
  onParameters(entered: Record<string, string>): void;
}

/** Algorithm, its description in one sentence, and its hyperparameters, which are collapsed at first. */
export function AlgorithmFields({ algorithms, algorithm, values, use, onAlgorithm, onParameters }: AlgorithmFieldsProps) {
  const text = useText(messages);
  return (
    <>
      <FormControl>
        <FormLabel id="method">{text("create.algorithm")}</FormLabel>
        <RadioGroup aria-labelledby="method" value={algorithm} onChange={(event) => onAlgorithm(event.target.value as AlgorithmName)}>
          {algorithms.map((name) => (
            <FormControlLabel
              key={name}
              value={name}
              control={<Radio size="small" />}
              sx={{ alignItems: "flex-start", mt: 0.5 }}
              label={
                <Box sx={{ pt: 0.75 }}>
                  <Typography component="span" sx={{ fontWeight: 600 }}>
                    {text(`algorithm.${name}`)}
                  </Typography>
                  <Typography component="span" color="text.secondary" sx={{ ml: 1 }}>
                    {name}
                  </Typography>
                  <Typography variant="body2" color="text.secondary">
                    {text(`about.${name}`)}
                  </Typography>
                </Box>
              }
            />
          ))}
        </RadioGroup>
      </FormControl>
      <Accordion disableGutters sx={{ mt: 1, "&::before": { display: "none" } }}>
        <AccordionSummary expandIcon={<ExpandMoreIcon />}>
          <Typography component="span">{text("create.parameters")}</Typography>
        </AccordionSummary>
        <AccordionDetails>
          <Box sx={{ display: "flex", alignItems: "center", gap: 2, mb: 2, flexWrap: "wrap" }}>
            <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }}>
              {text("create.parametersHint")}
            </Typography>
            <Button onClick={() => onParameters({})}>{text("create.reset")}</Button>
          </Box>
          <Box sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(220px, 1fr))", gap: 2 }}>
            {hyperparametersOf(algorithm, use).map((parameter) => {
              const field = {
                entered: values[parameter.name] ?? "",
                onChange: (value: string) => onParameters({ ...values, [parameter.name]: value }),
              };
              const key = `${algorithm} ${parameter.name}`;
              return parameter.kind === "switch" ? (
                <SwitchField key={key} parameter={parameter} {...field} />
              ) : (
                <NumberField key={key} parameter={parameter} {...field} />
              );
            })}
          </Box>
        </AccordionDetails>
      </Accordion>
    </>
  );
}

interface HyperparameterFieldProps<P> {
  parameter: P;
  entered: string;
  onChange(value: string): void;
}

function SwitchField({ parameter, entered, onChange }: HyperparameterFieldProps<SwitchHyperparameter>) {
  const text = useText(messages);
  return (
    <FormControlLabel
      sx={{ gridColumn: "1 / -1" }}
      control={
        <Switch
          checked={entered === "" ? parameter.default : entered === "true"}
          onChange={(_event, checked) => onChange(String(checked))}
          slotProps={{ input: { role: "switch" } }}
        />
      }
      label={text(`parameter.${parameter.name}`)}
    />
  );
}

function NumberField({ parameter, entered, onChange }: HyperparameterFieldProps<NumberHyperparameter>) {
  const text = useText(messages);
  const format = useFormat();
  const range = { min: format.number(parameter.min), max: format.number(parameter.max), rows: format.number(MIN_CLUSTERED_ROWS) };
  const problem = validateHyperparameter(parameter, entered);
  const hint = { rows: "create.parameterRows", range: "create.parameterWrong", whole: "create.parameterWhole" } as const;
  return (
    <TextField
      label={text(`parameter.${parameter.name}`)}
      value={entered}
      placeholder={String(parameter.default)}
      onChange={(event) => onChange(event.target.value)}
      error={problem !== null}
      helperText={text(problem === null ? "create.parameterRange" : hint[problem], range)}
      slotProps={{ htmlInput: { inputMode: "decimal", autoComplete: "off" }, inputLabel: { shrink: true } }}
    />
  );
}
