import { useCallback, useMemo } from "react";
import { useKeptState } from "../../../fields/kept-state.js";
import type { FutureFileValues } from "./future-file.js";
import type { PlannedForecast } from "./future-values.js";
import { withEntered } from "./values-known-ahead.js";

/** Values known ahead that the user entered for a series or read from files. The later value of a period counts. */
export function useGivenValues() {
  const [planned, setPlanned] = useKeptState<PlannedForecast | undefined>("planned forecast", () => undefined);
  const [fromFile, setFromFile] = useKeptState<FutureFileValues | undefined>("file of future values", () => undefined);
  const given = useMemo(() => withEntered(fromFile, planned), [fromFile, planned]);
  const takeFile = useCallback(
    (values: FutureFileValues) => {
      const read = [...values].map(([name, periods]) => [name, new Map([...(given?.get(name) ?? []), ...periods])] as const);
      setFromFile(new Map([...(fromFile ?? []), ...read]));
      setPlanned((now) => (now && values.has(now.series ?? "") ? undefined : now));
    },
    [fromFile, given, setFromFile, setPlanned],
  );
  return { planned, setPlanned, fromFile, takeFile, given };
}
