/** The single rights of the chart's roles, and the requests that need them. */
import type { AuditEvent } from "../ports/api-server.js";
import type { Rule } from "./service-accounts.js";

/** One right: a single combination that a rule allows. */
export interface Right {
  group: string;
  resource: string;
  subresource: string;
  verb: string;
  name: string;
}

/** Yields each right of the rules, with the rules without it. */
export function* eachWithout(rules: Rule[]): Generator<{ without: Rule[]; right: Right }> {
  for (const [at, rule] of rules.entries()) {
    const others = rules.filter((_rule, i) => i !== at);
    for (const resource of rule.resources) {
      for (const verb of rule.verbs) {
        const [kind = "", subresource = ""] = resource.split("/");
        const right = { group: rule.apiGroups[0]!, resource: kind, subresource, verb, name: rule.resourceNames?.[0] ?? "" };
        const left = [
          { ...rule, resources: rule.resources.filter((one) => one !== resource) },
          { ...rule, resources: [resource], verbs: rule.verbs.filter((one) => one !== verb) },
        ];
        yield { right, without: [...others, ...left.filter(({ resources, verbs }) => resources.length > 0 && verbs.length > 0)] };
      }
    }
  }
}

/** Returns whether a request needs the right. */
export function isFor({ verb, objectRef, responseStatus }: AuditEvent, right: Right): boolean {
  const { apiGroup = "", resource, subresource = "", name = "" } = objectRef ?? { resource: "" };
  // A server-side apply of a new object needs both rights.
  const isMade = right.verb === "create" && verb === "patch" && responseStatus?.code === 201;
  const same =
    (verb === right.verb || isMade) && apiGroup === right.group && resource === right.resource && subresource === right.subresource;
  return same && (right.name === "" || name === right.name);
}
