import { Checkbox, FormControl, FormControlLabel, FormHelperText } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";

interface ClassBalanceFieldProps {
  rare: { value: string; share: number };
  balanced: boolean;
  onBalanced(balanced: boolean): void;
}

/** Offers to let all classes weigh alike where one is rare. */
export function ClassBalanceField({ rare, balanced, onBalanced }: ClassBalanceFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <FormControl>
      <FormControlLabel
        control={<Checkbox checked={balanced} onChange={(_event, checked) => onBalanced(checked)} aria-describedby="class-balance" />}
        label={text("create.balance.label")}
      />
      <FormHelperText id="class-balance" sx={{ mx: 0 }}>
        {text("create.balance.hint", { value: rare.value, share: format.percent(rare.share) })}
      </FormHelperText>
    </FormControl>
  );
}
