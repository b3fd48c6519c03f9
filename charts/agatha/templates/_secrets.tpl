{{- define "agatha.storesSecret" -}}
{{- .Values.stores.existingSecret | default (printf "%s-stores" (include "agatha.fullname" .)) -}}
{{- end }}

{{- define "agatha.apiSecret" -}}
{{- .Values.api.existingSecret | default (printf "%s-api" (include "agatha.fullname" .)) -}}
{{- end }}

{{- /* Whether models may keep their tokens in Secrets: not empty if so. A release of an older chart has no such value. */}}
{{- define "agatha.tokenSecrets" -}}
{{- if ne (toString .Values.operator.tokenSecrets) "false" }}true{{ end -}}
{{- end }}

{{- /* Credentials among the values, which take the place of made ones. Nothing where an existing secret has them. */}}
{{- define "agatha.givenSecrets" -}}
{{- $given := dict -}}
{{- if not .Values.stores.existingSecret -}}
{{- $given = dict "AGATHA_S3_ACCESS_KEY" .Values.s3.accessKey "AGATHA_S3_SECRET_KEY" .Values.s3.secretKey "AGATHA_MONGODB_PASSWORD" .Values.mongodb.password "AGATHA_NATS_TOKEN" .Values.nats.token -}}
{{- if not .Values.mongodb.bundled }}{{ $_ := set $given "AGATHA_MONGODB_URL" .Values.mongodb.url }}{{ end -}}
{{- end -}}
{{- if not .Values.api.existingSecret }}{{ $_ := set $given "AGATHA_ADMIN_PASSWORD" .Values.api.adminPassword }}{{ end -}}
{{- range $key, $value := $given }}{{ if $value }}
{{ $key }}: {{ $value | quote }}
{{- end }}{{ end }}
{{- end }}

{{- /* What has pods that read secrets, and which: resource, name and secrets. A store reads nothing of the API's. */}}
{{- define "agatha.secretRollout" -}}
{{- $name := include "agatha.fullname" . -}}
{{- $stores := list (include "agatha.storesSecret" .) -}}
{{- $both := append $stores (include "agatha.apiSecret" .) | uniq -}}
{{- $programs := dict "operator" (include "agatha.tokenSecrets" . | empty | ternary $stores $both) "api" $both -}}
{{- if .Values.models.enabled }}{{ $_ := set $programs "models" $both }}{{ end -}}
{{- $workloads := list -}}
{{- range $program, $secrets := $programs }}{{ $workloads = append $workloads (dict "resource" "deployments" "name" (printf "%s-%s" $name $program) "secrets" $secrets) }}{{ end -}}
{{- range $store, $values := dict "minio" .Values.s3 "mongodb" .Values.mongodb "nats" .Values.nats -}}
{{- if $values.bundled }}{{ $workloads = append $workloads (dict "resource" "statefulsets" "name" (printf "%s-%s" $name $store) "secrets" $stores) }}{{ end -}}
{{- end -}}
{{- dict "workloads" $workloads | toJson -}}
{{- end }}

{{- /*
Refuses credentials, and addresses that may have some, in words of its own. For a pattern in values.schema.json helm shows the refused
value, and logs keep it.
*/}}
{{- define "agatha.refuseSecrets" -}}
{{- $urlSafe := "must have 8 characters or more, of letters, digits, and - . _ ~ alone" -}}
{{- range list
  (list "api.adminPassword" .Values.api.adminPassword "^.{8,128}$" "must have 8 to 128 characters")
  (list "s3.accessKey" .Values.s3.accessKey "^.{3,}$" "must have 3 characters or more")
  (list "s3.secretKey" .Values.s3.secretKey "^.{8,}$" "must have 8 characters or more")
  (list "mongodb.password" .Values.mongodb.password "^[A-Za-z0-9._~-]{8,}$" $urlSafe)
  (list "mongodb.url" .Values.mongodb.url "^mongodb([+]srv)?://[^ ]+$" "must begin with mongodb:// or mongodb+srv:// and be without spaces")
  (list "nats.token" .Values.nats.token "^[A-Za-z0-9._~-]{8,}$" $urlSafe)
  (list "nats.url" .Values.nats.url "^(nats|tls|wss?)://[^ ]+$" "must begin with nats://, tls://, ws:// or wss:// and be without spaces")
}}
{{- $value := index . 1 -}}
{{- if and $value (not (regexMatch (index . 2) $value)) }}{{ fail (printf "%s %s" (first .) (last .)) }}{{ end -}}
{{- end -}}
{{- end }}
