import { KINDS, type KindDefinition } from "@agatha/contracts";
import { stringify } from "yaml";
import { customResourceDefinition } from "./custom-resource-definition.js";

const GENERATED_HEADER = "# Generated from contracts/src/kinds by `npm run gen`, do not edit.\n";

/** Returns the text of every generated file, by its name in the chart's folder files/crds. */
export function generateDefinitions(): Map<string, string> {
  return new Map(
    Object.entries<KindDefinition>(KINDS).map(([kind, definition]) => [
      `${definition.plural}.yaml`,
      // Kubernetes reads YAML 1.1, in which an unquoted n is the boolean false.
      GENERATED_HEADER +
        stringify(customResourceDefinition(kind, definition), { lineWidth: 0, aliasDuplicateObjects: false, compat: "yaml-1.1" }),
    ]),
  );
}
