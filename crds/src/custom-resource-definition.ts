import { EARLIER_VERSIONS, GROUP, type KindDefinition, NOT_OBSERVED, resourceName, VERSION } from "@agatha/contracts";
import { withAdmission } from "./admission.js";
import { type OpenApiSchema, structuralSchema } from "./structural-schema.js";

/** Returns the CustomResourceDefinition (apiextensions.k8s.io/v1) of a kind. */
export function customResourceDefinition(kind: string, definition: KindDefinition) {
  const { plural, singular, shortNames, columns, selectableFields } = definition;
  const shape = {
    subresources: { status: {} },
    additionalPrinterColumns: columns,
    selectableFields: selectableFields.map((field) => ({ jsonPath: `.spec.${field}` })),
    schema: { openAPIV3Schema: rootSchema(kind, definition) },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames, categories: ["agatha"] },
      versions: [
        { name: VERSION, served: true, storage: true, ...shape },
        ...EARLIER_VERSIONS.map((name) => ({
          name,
          served: true,
          storage: false,
          deprecated: true,
          deprecationWarning: `${GROUP}/${name} ${kind} is deprecated: use ${GROUP}/${VERSION}`,
          ...shape,
        })),
      ],
    },
  };
}

function rootSchema(kind: string, { description, spec, status }: KindDefinition): OpenApiSchema {
  const { type, maxLength, pattern } = structuralSchema(resourceName, "metadata.name");
  return {
    type: "object",
    description,
    required: ["spec"],
    properties: {
      apiVersion: { type: "string", description: "Version of this schema." },
      kind: { type: "string", description: `Always ${kind}.` },
      // Kubernetes allows longer names with dots. These names become parts of other names.
      metadata: { type: "object", properties: { name: { type, maxLength, pattern } } },
      spec: withAdmission(kind, structuralSchema(spec, `${kind}.spec`)),
      status: { ...structuralSchema(status, `${kind}.status`), default: { observedGeneration: NOT_OBSERVED } },
    },
  };
}
