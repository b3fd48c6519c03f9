import { useCallback, useMemo, useState } from "react";
import type { FutureFileValues } from "./future-file.js";
import type { PlannedForecast } from "./future-values.js";
import { withEntered } from "./values-known-ahead.js";

/** Values known ahead that the user gave for the series of a model: entered for one, or read from a file. The later ones count. */
export function useGivenValues() {
  const [planned, setPlanned] = useState<PlannedForecast>();
  const [fromFile, setFromFile] = useState<FutureFileValues>();
  const given = useMemo(() => withEntered(fromFile, planned), [fromFile, planned]);
  const takeFile = useCallback((values: FutureFileValues) => {
    setFromFile(values);
    setPlanned((now) => (now && values.has(now.series ?? "") ? undefined : now));
  }, []);
  return { planned, setPlanned, fromFile, takeFile, given };
}
