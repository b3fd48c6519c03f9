{{- define "agatha.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "agatha.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "agatha.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "agatha.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{- /* What selects the pods of a part: (list $ "api"). */}}
{{- define "agatha.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "agatha.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- /* Metadata of an object of a part: (list $ "api"), or (list $ "api" "name-of-its-own"). */}}
{{- define "agatha.metadata" -}}
{{- $root := index . 0 -}}
name: {{ include "agatha.fullname" $root }}-{{ last . }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "agatha.labels" (list $root (index . 1)) | nindent 2 }}
{{- end }}

{{- define "agatha.labels" -}}
{{- $root := index . 0 -}}
{{ include "agatha.selector" . }}
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
app.kubernetes.io/part-of: agatha
helm.sh/chart: {{ $root.Chart.Name }}-{{ $root.Chart.Version }}
{{- end }}

{{- /* Labels of the pods of jobs. */}}
{{- define "agatha.jobLabels" -}}
app.kubernetes.io/component: trainer
app.kubernetes.io/part-of: agatha
{{- end }}

{{- define "agatha.image" -}}
{{- $root := index . 0 -}}
{{- with $root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end -}}
agatha/{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- with get $root.Values.image.digests (index . 1) }}@{{ . }}{{ end }}
{{- end }}

{{- /* Where programs of the cluster call the open model API. */}}
{{- define "agatha.predictionUrl" -}}
{{- $part := .Values.models.enabled | ternary "models" "api" -}}
{{- $port := int (get .Values $part).service.port -}}
{{- printf "http://%s-%s.%s.svc%s%s/tukey/api/" (include "agatha.fullname" .) $part .Release.Namespace (eq $port 80 | ternary "" (printf ":%d" $port)) (trimSuffix "/" .Values.api.basePath) -}}
{{- end }}
