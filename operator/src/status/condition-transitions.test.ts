import type { Condition } from "@agatha/contracts";
import { conditionTransitions } from "./condition-transitions.js";

const condition = (status: Condition["status"], reason: string, type = "Trained"): Condition => ({
  type,
  status,
  reason,
  message: `${type} ${reason}`,
  lastTransitionTime: "2024-05-01T08:00:00Z",
});
const told = (condition: string, reason: string, warning = false) => ({ condition, reason, message: `${condition} ${reason}`, warning });

test.each<[string, Parameters<typeof conditionTransitions>, ReturnType<typeof conditionTransitions>]>([
  ["what was not there before", [undefined, { conditions: [condition("False", "Fitting")] }], [told("Trained", "Fitting")]],
  [
    "another status",
    [
      { conditions: [condition("False", "Fitting")] },
      { phase: "success", conditions: [condition("True", "Fitted"), condition("True", "Ready", "Ready")] },
    ],
    [told("Trained", "Fitted"), told("Ready", "Ready")],
  ],
  [
    "a failure, as a warning",
    [{ conditions: [condition("False", "Fitting")] }, { phase: "fitting_fail", conditions: [condition("False", "OutOfMemory")] }],
    [told("Trained", "OutOfMemory", true)],
  ],
  [
    "a training that somebody cancelled, without a warning",
    [
      { conditions: [condition("False", "Fitting")] },
      { phase: "fitting_fail", reason: "Cancelled", conditions: [condition("False", "Cancelled")] },
    ],
    [told("Trained", "Cancelled")],
  ],
  [
    "a training that took longer than it may, as a warning",
    [
      { conditions: [condition("False", "Fitting")] },
      { phase: "fitting_fail", reason: "DeadlineExceeded", conditions: [condition("False", "DeadlineExceeded")] },
    ],
    [told("Trained", "DeadlineExceeded", true)],
  ],
  [
    "a try that broke off, as a warning",
    [{ conditions: [condition("False", "Fitting")] }, { phase: "fitting", conditions: [condition("False", "Retrying")] }],
    [told("Trained", "Retrying", true)],
  ],
  [
    "a store that does not answer, as a warning",
    [undefined, { conditions: [condition("False", "StoreUnavailable", "Ready")] }],
    [told("Ready", "StoreUnavailable", true)],
  ],
  [
    "a job that the cluster refuses, as a warning",
    [undefined, { conditions: [condition("False", "JobRefused", "Ready")] }],
    [told("Ready", "JobRefused", true)],
  ],
  [
    "nothing when only other fields changed",
    [
      { phase: "fitting", conditions: [condition("False", "Fitting")] },
      { phase: "fitting", conditions: [condition("False", "Fitting")] },
    ],
    [],
  ],
  [
    "once what two conditions say in the same words",
    [undefined, { conditions: [condition("False", "Waiting"), { ...condition("False", "Waiting"), type: "Ready" }] }],
    [told("Trained", "Waiting")],
  ],
  ["nothing of a status without conditions", [undefined, { phase: "init" }], []],
])("reports %s", (_what, [before, after], expected) => {
  expect(conditionTransitions(before, after)).toEqual(expected);
});
