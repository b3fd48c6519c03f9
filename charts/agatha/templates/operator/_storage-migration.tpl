{{- /* Not empty if the operator rewrites objects that are stored in an earlier version. */}}
{{- define "agatha.migratesStorage" -}}
{{- if and .Values.crds.install (dig "migrate" true .Values.crds) }}true{{ end -}}
{{- end }}
