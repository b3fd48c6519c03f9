{{- /* Namespaces whose objects are served besides the release's own, as a JSON list; ["*"] for all. */}}
{{- define "agatha.furtherNamespaces" -}}
{{- without (.Values.operator.namespaces | default list) "" .Release.Namespace | uniq | toJson -}}
{{- end }}

{{- define "agatha.namespacesVariable" -}}
{{- with include "agatha.furtherNamespaces" . | fromJsonArray }}
- { name: AGATHA_NAMESPACES, value: {{ join "," . | quote }} }
{{- end }}
{{- end }}

{{- /* What each program may do with objects, in the release's namespace and in each further one. */}}
{{- define "agatha.operatorObjectRules" -}}
- apiGroups: [agatha.dev]
  resources: [datasets, models, automodels, evaluations, calculations]
  verbs: [get, list, watch, update]
# Models of an automatic training come and go.
- apiGroups: [agatha.dev]
  resources: [models]
  verbs: [create]
# What people deleted goes for good when they cannot undo it any more; calculations go when their time is over.
- apiGroups: [agatha.dev]
  resources: [datasets, models, automodels, evaluations, calculations]
  verbs: [delete]
- apiGroups: [agatha.dev]
  resources: [datasets/status, models/status, automodels/status, evaluations/status, calculations/status]
  verbs: [update]
- apiGroups: [events.k8s.io]
  resources: [events]
  verbs: [create, patch]
{{- if include "agatha.tokenSecrets" . }}
# The tokens of models are kept in secrets that the models name: these are written and not read, and RBAC cannot say which names
# they have.
- apiGroups: [""]
  resources: [secrets]
  verbs: [create, patch]
{{- end }}
{{- end }}

{{- define "agatha.apiObjectRules" -}}
# What people delete is marked, as it can be undone for a day. Of models created at the same time under one name, some are withdrawn.
# Uploads are in the release's namespace.
- apiGroups: [agatha.dev]
  resources: [datasets]
  verbs: [get, list, update]
- apiGroups: [agatha.dev]
  resources: [automodels, evaluations]
  verbs: [get, list, create, update]
- apiGroups: [agatha.dev]
  resources: [models]
  verbs: [get, list, create, update, delete]
- apiGroups: [agatha.dev]
  resources: [calculations]
  verbs: [get, list, create, delete]
{{- end }}

{{- define "agatha.modelsObjectRules" -}}
- apiGroups: [agatha.dev]
  resources: [datasets, models]
  verbs: [list, watch]
{{- end }}
