/** What the rules of models look at: the recipe of a model, and the columns of the table. */
import type { z } from "zod";
import type { modelRecipe } from "../kinds/recipe.js";
import type { TableColumn } from "../results/table.js";

type Recipe = z.infer<typeof modelRecipe>;
type TimeSeries = NonNullable<Recipe["timeSeries"]>;

/** Recipe of a model. The time column is absent where nobody named it and it cannot be told. */
export interface RecipeToCheck extends Omit<Recipe, "timeSeries" | "maxFpr" | "seed"> {
  maxFpr?: number | undefined;
  timeSeries?: (Omit<TimeSeries, "time"> & Partial<Pick<TimeSeries, "time">>) | undefined;
}

/** Column of the table. Its statistics are absent where the rows are not counted yet, as after edits and in a training. */
export interface ColumnToCheck extends Pick<TableColumn, "name" | "type"> {
  hidden?: boolean | undefined;
  stats?: TableColumn["stats"] | undefined;
  /** True for numbers with a fraction; absent where nobody looked. */
  hasFractions?: boolean | undefined;
}

/** Columns of the table, or those that edits leave, by name. */
export type ColumnsByName = ReadonlyMap<string, ColumnToCheck>;
