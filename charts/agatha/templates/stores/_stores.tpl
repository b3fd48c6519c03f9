{{- /* How a program finds the stores. */}}
{{- define "agatha.storesEnvironment" -}}
- configMapRef:
    name: {{ include "agatha.fullname" . }}-stores
- secretRef:
    name: {{ include "agatha.storesSecret" . }}
{{- end }}

{{- /* Changes when programs must start anew to find the stores and the collector of traces. Of values, as what is made at random differs in each rendering. */}}
{{- define "agatha.storesChecksum" -}}
{{- $s3 := pick .Values.s3 "bundled" "endpoint" "bucket" "region" "accessKey" "secretKey" -}}
{{- $mongodb := pick .Values.mongodb "bundled" "url" "database" "password" -}}
{{- $nats := pick .Values.nats "bundled" "url" "token" -}}
{{- $read := list $s3 $mongodb $nats .Values.stores -}}
{{- with .Values.tracing }}{{ if .endpoint }}{{ $read = append $read (pick . "endpoint" "ratio") }}{{ end }}{{ end -}}
{{- toJson $read | sha256sum -}}
{{- end }}

{{- /* Trust in the authority of stores elsewhere: a variable, where it lies, and what it lies on. Nothing without one. */}}
{{- define "agatha.authorityVariable" -}}
{{- with .Values.stores.authority }}{{ if .configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: {{ printf "/etc/agatha/authority/%s" .key | quote }} }
{{- end }}{{ end }}
{{- end }}

{{- define "agatha.authorityMount" -}}
{{- if .Values.stores.authority.configMap }}
- { name: authority, mountPath: /etc/agatha/authority, readOnly: true }
{{- end }}
{{- end }}

{{- define "agatha.authorityVolume" -}}
{{- with .Values.stores.authority.configMap }}
- name: authority
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}

{{- /* Image of a bundled store, from the mirror if there is one: (list $ .Values.s3.image). */}}
{{- define "agatha.storeImage" -}}
{{- $image := index . 1 -}}
{{- with (index . 0).Values.image.storeRegistry -}}
{{- $image = regexReplaceAll "^[^/]+[.:][^/]*/" $image "" | printf "%s/%s" (trimSuffix "/" .) -}}
{{- end -}}
{{- $image -}}
{{- end }}

{{- /* A bundled store has one pod. Its budget tells tools that it may be moved; 0 keeps it where it is. (list $ "minio" .Values.s3) */}}
{{- define "agatha.storeBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "agatha.metadata" (list (index . 0) (index . 1)) | nindent 2 }}
spec:
  maxUnavailable: {{ dig "maxUnavailable" 1 ((index . 2).disruptionBudget | default dict) }}
  selector:
    matchLabels:
      {{- include "agatha.selector" (list (index . 0) (index . 1)) | nindent 6 }}
{{- end }}

{{- /* The volume of a bundled store: (list $ "minio" .Values.s3.storage). It outlives `helm uninstall`. */}}
{{- define "agatha.volumeClaim" -}}
{{- $storage := index . 2 -}}
volumeClaimTemplates:
  - metadata:
      name: data
      labels:
        {{- include "agatha.selector" . | nindent 8 }}
    spec:
      accessModes: [ReadWriteOnce]
      {{- with $storage.className }}
      storageClassName: {{ . | quote }}
      {{- end }}
      resources:
        requests:
          storage: {{ $storage.size }}
{{- end }}
