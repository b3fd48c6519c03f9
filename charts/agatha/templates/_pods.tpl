{{- /* Users of pods: (list $ 65532). Without numbers where the platform gives each namespace users of its own, as OpenShift does. */}}
{{- define "agatha.podSecurity" -}}
{{- $root := index . 0 -}}
runAsNonRoot: true
{{- if not ($root.Values.podSecurity).arbitraryUser }}
runAsUser: {{ index . 1 }}
runAsGroup: {{ index . 1 }}
fsGroup: {{ index . 1 }}
{{- end }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "agatha.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* Where a part's pods run, and what is pulled for them: (list $ "api"). Spread over nodes where nothing else is asked for. */}}
{{- define "agatha.scheduling" -}}
{{- $root := index . 0 -}}
{{- $part := index . 1 -}}
{{- $values := index . 2 -}}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml . | nindent 2 }}
{{- else }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "agatha.selector" (list $root $part) | nindent 8 }}
{{- end }}
{{- end }}

{{- /* Probes of a program on its operations port. It becomes ready with its stores, and stays so without them: all replicas have the same, and somebody must say what is wrong. */}}
{{- define "agatha.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: operations }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /healthz, port: operations }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: operations }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{- /* Classes are the cluster's: the namespace tells those of two installations apart. Empty for the cluster's default. */}}
{{- define "agatha.trainingPriority" -}}
{{- if .Values.trainer.priorityClassName -}}
{{- .Values.trainer.priorityClassName -}}
{{- else if .Values.trainer.makeRoom -}}
{{- printf "%s-%s-training" .Release.Namespace (include "agatha.fullname" .) -}}
{{- end -}}
{{- end }}

{{- /* The service account of a part and what binds it to its role, which comes last: its rules are to follow. */}}
{{- define "agatha.account" -}}
{{- $root := index . 0 -}}
{{- $name := printf "%s-%s" (include "agatha.fullname" $root) (index . 1) -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "agatha.metadata" . | nindent 2 }}
  {{- with (index $root.Values (index . 1)).serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  {{- include "agatha.metadata" . | nindent 2 }}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: {{ $name }}
subjects:
  - kind: ServiceAccount
    name: {{ $name }}
    namespace: {{ $root.Release.Namespace }}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  {{- include "agatha.metadata" . | nindent 2 }}
{{- end }}
