/**
 * Schema and CEL rules by which Kubernetes refuses at apply what a training would refuse. The API has the same checks for its
 * own requests. All comes from the table of algorithms.
 */
import {
  ALGORITHM_NAMES,
  ALGORITHMS,
  type AlgorithmName,
  type CelRule,
  isForecaster,
  isSeriesDetector,
  type KindName,
  type ModelType,
  modelTypesOf,
} from "@agatha/contracts";
import { z } from "zod";
import type { OpenApiSchema } from "./structural-schema.js";
import { TIME_ZONES } from "./time-zones.js";

/** A parameter of one algorithm. */
interface Parameter {
  algorithm: AlgorithmName;
  type: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  default: unknown;
  description: string;
}

const oneOf = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(", ")}]`;
const rulesOf = (schema: OpenApiSchema): CelRule[] => (schema["x-kubernetes-validations"] as CelRule[] | undefined) ?? [];
const addRules = (schema: OpenApiSchema, rules: CelRule[]): void => {
  schema["x-kubernetes-validations"] = [...rulesOf(schema), ...rules];
};

/** Returns the parameters of all algorithms by name. */
function parametersByName(): Map<string, Parameter[]> {
  const found = new Map<string, Parameter[]>();
  for (const algorithm of ALGORITHM_NAMES) {
    const { properties } = z.toJSONSchema(ALGORITHMS[algorithm].params, { io: "input" });
    for (const [name, schema] of Object.entries(properties ?? {})) {
      found.set(name, [...(found.get(name) ?? []), { ...(schema as Omit<Parameter, "algorithm">), algorithm }]);
    }
  }
  return found;
}

/** Returns what the parameter may be, for people. */
const rangeOf = ({ minimum, maximum, enum: names, type }: Parameter): string =>
  names?.join(", ") ?? (minimum === undefined ? type : `${minimum} to ${maximum}`);

/** Returns the parameters in groups for which `key` is the same: the algorithms of each, and one of its parameters. */
function grouped(parameters: Parameter[], key: (parameter: Parameter) => string): { names: AlgorithmName[]; one: Parameter }[] {
  return [...new Set(parameters.map(key))].map((same) => {
    const group = parameters.filter((parameter) => key(parameter) === same);
    return { names: group.map(({ algorithm }) => algorithm), one: group[0]! };
  });
}

/** Returns a schema that admits every algorithm's values; the rule below distinguishes the algorithms. */
function parameterSchema(parameters: Parameter[]): OpenApiSchema {
  const [{ type, enum: names }] = parameters as [Parameter];
  if (parameters.some((other) => other.type !== type))
    throw new Error(`a parameter is ${type} in one algorithm and something else in another`);
  const told = grouped(parameters, (one) => `${one.description} ${rangeOf(one)} ${one.default}`);
  const description = told
    .map(({ names: of, one }) => `${of.join(", ")}: ${one.description} ${rangeOf(one)}, by default ${one.default}.`)
    .join(" ");
  const bounds = parameters.flatMap(({ minimum, maximum }) => (minimum === undefined || maximum === undefined ? [] : [minimum, maximum]));
  return {
    type,
    ...(type === "integer" && { format: "int64" }),
    description,
    ...(names && { enum: names }),
    ...(bounds.length > 0 && { minimum: Math.min(...bounds), maximum: Math.max(...bounds) }),
  };
}

function parameterRule(name: string, parameters: Parameter[]): CelRule {
  const value = `self.params.${name}`;
  const groups = grouped(parameters, rangeOf);
  const number = (bound: number): string => (/[.e]/.test(`${bound}`) ? `${bound}` : `${bound}.0`);
  const within = groups.map(({ names, one: { minimum, maximum } }) => {
    const inRange =
      minimum === undefined || maximum === undefined
        ? []
        : [`double(${value}) >= ${number(minimum)}`, `double(${value}) <= ${number(maximum)}`];
    return `(${[`self.algorithm in ${oneOf(names)}`, ...inRange].join(" && ")})`;
  });
  return {
    rule: `!has(self.params) || !has(${value}) || ${within.join(" || ")}`,
    message: `${name} is ${groups.map(({ names, one }) => `${rangeOf(one)} for ${names.join(", ")}`).join("; ")}; other algorithms have no such parameter`,
    fieldPath: `.params.${name}`,
  };
}

/** Returns the algorithms that may stand in a model of one of these types. */
const algorithmsFor = (...types: ModelType[]): AlgorithmName[] =>
  ALGORITHM_NAMES.filter((name) => modelTypesOf(name).some((type) => types.includes(type)));
const FORECASTERS = ALGORITHM_NAMES.filter(isForecaster);
const DETECTORS = ALGORITHM_NAMES.filter(isSeriesDetector);

/** Rules of one node, whatever the model. */
function constrainNode(node: OpenApiSchema): void {
  const parameters = parametersByName();
  const { description } = node.properties!.params!;
  node.properties!.algorithm!.enum = ALGORITHM_NAMES;
  node.properties!.params = {
    type: "object",
    description,
    properties: Object.fromEntries([...parameters].map(([name, of]) => [name, parameterSchema(of)])),
  };
  const rotation: CelRule = {
    rule: `!has(self.rotation) || self.rotation == 'none' || self.algorithm in ${oneOf(algorithmsFor("OCC").filter((name) => !isSeriesDetector(name)))}`,
    message: "only outlier detectors take a rotation",
    fieldPath: ".rotation",
  };
  addRules(node, [rotation, ...[...parameters].map(([name, of]) => parameterRule(name, of))]);
}

const nodeOf = (layers: OpenApiSchema): OpenApiSchema => layers.items!.properties!.nodes!.items!;
const SUPERVISED = "self.type in ['REGRESSION', 'CLASSIFICATION']";
const everyNode = (of: string, test: string): string => `${of}.nodes.all(node, ${test})`;
const LAST_LAYER = "self.layers[self.layers.size() - 1]";

/** A column has one role. */
const roleRules = (): CelRule[] =>
  ["response", "semilabel"].map((field) => ({
    rule: `!has(self.${field}) || !has(self.columns) || !(self.${field} in self.columns)`,
    message: `the ${field} cannot be learned from: leave it out of the columns`,
    fieldPath: ".columns",
  }));

/** Fields that say how a semilabel is read need a semilabel. */
const semilabelRules = (): CelRule[] =>
  ["anomalyValue", "otherRows"].map((field) => ({
    rule: `!has(self.${field}) || has(self.semilabel)`,
    message: `${field} tells how the semilabel is read: name one`,
    fieldPath: `.${field}`,
  }));

/** Rules of a Model over several fields. */
function modelRules(): CelRule[] {
  const answers = (["REGRESSION", "CLASSIFICATION", "OCC", "CLUSTERING"] as const).map((type): CelRule => {
    const can = algorithmsFor(type);
    return {
      rule: `self.type != '${type}' || ${everyNode(LAST_LAYER, `node.algorithm in ${oneOf(can)}`)}`,
      message: `the last layer of ${type} takes ${can.join(", ")}`,
      fieldPath: ".layers",
    };
  });
  const unsupervised = algorithmsFor("OCC", "CLUSTERING");
  const clusters = algorithmsFor("CLUSTERING");
  const unrotated = `!has(node.rotation) || node.rotation == 'none' || !(node.algorithm in ${oneOf(clusters)})`;
  const detects = `node.algorithm in ${oneOf(DETECTORS)}`;
  const forecasts = `node.algorithm in ${oneOf(FORECASTERS)}`;
  return [
    ...answers,
    {
      rule: `${SUPERVISED} || self.layers.all(layer, ${everyNode("layer", `node.algorithm in ${oneOf(unsupervised)}`)})`,
      message: `without a response the layers take ${unsupervised.join(", ")}`,
      fieldPath: ".layers",
    },
    {
      rule: `self.type != 'CLUSTERING' || self.layers.all(layer, ${everyNode("layer", unrotated)})`,
      message: "clusters take no rotation: only outlier detectors do",
      fieldPath: ".layers",
    },
    {
      rule: `has(self.timeSeries) || !self.layers.exists(layer, layer.nodes.exists(node, ${forecasts}))`,
      message: `${FORECASTERS.join(", ")} learn from the past of one series: they need timeSeries`,
      fieldPath: ".layers",
    },
    {
      rule: `!self.layers.exists(layer, layer.nodes.exists(node, ${forecasts})) || (self.layers.size() == 1 && self.layers.all(layer, ${everyNode("layer", forecasts)}))`,
      message: "forecasters answer alone or beside their like, in one layer",
      fieldPath: ".layers",
    },
    {
      rule: `!(self.type == 'OCC' && has(self.timeSeries)) || (self.layers.size() == 1 && self.layers[0].nodes.size() == 1 && ${everyNode("self.layers[0]", detects)})`,
      message: `outliers in a series are found by ${DETECTORS.join(", ")} alone`,
      fieldPath: ".layers",
    },
    {
      rule: `has(self.timeSeries) || !self.layers.exists(layer, layer.nodes.exists(node, ${detects}))`,
      message: `${DETECTORS.join(", ")} compares values of a series with forecasts: it needs timeSeries`,
      fieldPath: ".layers",
    },
    {
      rule: `self.type != 'CLUSTERING' || ${LAST_LAYER}.nodes.size() == 1`,
      message: "the last layer of CLUSTERING has one algorithm",
      fieldPath: ".layers",
    },
    ...roleRules(),
    { rule: `${SUPERVISED} || !has(self.response)`, message: "OCC and CLUSTERING have no response: leave it out", fieldPath: ".response" },
    { rule: "!has(self.semilabel) || self.type == 'OCC'", message: "only OCC takes a semilabel: leave it out", fieldPath: ".semilabel" },
    {
      rule: `!has(self.tuning) || ${SUPERVISED}`,
      message: "settings are searched for a response only: leave tuning out",
      fieldPath: ".tuning",
    },
    {
      rule: "!has(self.timeSeries) || self.type in ['REGRESSION', 'OCC']",
      message: "only REGRESSION and OCC learn time series",
      fieldPath: ".timeSeries",
    },
    {
      rule: `!has(self.timeSeries) || self.type == 'REGRESSION' || !(${["knownAhead", "horizonColumns", "hierarchy"].map((name) => `has(self.timeSeries.${name})`).join(" || ")})`,
      message: "outliers are found in values that have come: leave the columns known ahead and the hierarchy out",
      fieldPath: ".timeSeries",
    },
    {
      rule: "!has(self.timeSeries) || self.type == 'REGRESSION' || !has(self.timeSeries.emptyPeriods) || self.timeSeries.emptyPeriods == 'unknown'",
      message: "outliers are found in the values of rows: leave emptyPeriods out, and add rows with 0 where nothing happened",
      fieldPath: ".timeSeries",
    },
  ];
}

const CONSTRAINTS: Partial<Record<KindName, (spec: OpenApiSchema) => void>> = {
  Dataset: ({ properties }) => {
    properties!.timezone!.enum = TIME_ZONES;
  },
  Model: (spec) => {
    constrainNode(nodeOf(spec.properties!.layers!));
    addRules(spec, [...modelRules(), ...semilabelRules()]);
  },
  AutoModel: (spec) => {
    constrainNode(nodeOf(spec.properties!.candidates!.items!.properties!.layers!));
    addRules(spec, [...roleRules(), ...semilabelRules()]);
  },
};

/** Adds the constraints of the kind to the schema of its spec. */
export function withAdmission(kind: string, spec: OpenApiSchema): OpenApiSchema {
  CONSTRAINTS[kind as KindName]?.(spec);
  return spec;
}
