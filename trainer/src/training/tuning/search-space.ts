import { type SearchRange, searchSpaceOf } from "@agatha/contracts";
import type { Random } from "../../numeric/random.js";
import type { ModelRequest, Plan, PlannedNode } from "../plan/plan.js";

/** Searched parameters by node. An empty setting is the requested one. */
export type ParameterSetting = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** Search space by node: the ranges of the parameters that the request leaves open. */
export type SearchSpace = ReadonlyMap<string, Readonly<Record<string, SearchRange>>>;

export const REQUESTED_SETTING: ParameterSetting = new Map();

/** Returns the search space. A parameter that the request names keeps its value. */
export function planSearchSpace(plan: Plan, request: Pick<ModelRequest, "layers">): SearchSpace {
  const open = plan.layers.flatMap((layer, l) =>
    layer.map(({ id, algorithm }, n) => {
      const given = request.layers[l].nodes[n].params ?? {};
      const ranges = Object.entries(searchSpaceOf(algorithm.name)).filter(([param]) => !Object.hasOwn(given, param));
      return [id, Object.fromEntries(ranges)] as const;
    }),
  );
  return new Map(open.filter(([, ranges]) => Object.keys(ranges).length > 0));
}

/** Returns a random setting of each node's parameters. */
export function sampleSetting(space: SearchSpace, random: Random): ParameterSetting {
  return new Map(
    [...space].map(([id, ranges]) => [
      id,
      Object.fromEntries(Object.entries(ranges).map(([param, range]) => [param, sampleParameter(range, random)])),
    ]),
  );
}

/** Samples a parameter to four digits, so that people can read and repeat it. */
function sampleParameter({ from, to, scale, integer }: SearchRange, random: Random): number {
  const share = random.next();
  const value = scale === "log" ? from * (to / from) ** share : from + (to - from) * share;
  return Math.min(to, Math.max(from, integer ? Math.round(value) : Number(value.toPrecision(4))));
}

/** Returns the plan with the parameters of the setting. */
export function withSetting(plan: Plan, setting: ParameterSetting): Plan {
  const set = (node: PlannedNode): PlannedNode => ({ ...node, params: { ...node.params, ...setting.get(node.id) } });
  return { ...plan, layers: plan.layers.map((layer) => layer.map(set)) };
}
