{{- /* Egress to the cluster's name service, wherever it runs. A policy sees its pods' port, which is 5353 on OpenShift. */}}
{{- define "agatha.toNames" -}}
- ports:
    {{- range list 53 5353 }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{- /* Egress to addresses and ports, with the ports where the values have none: (list .Values.networkPolicy.mail 465 587). */}}
{{- define "agatha.toAddresses" -}}
{{- $destinations := first . | default dict -}}
- to:
    {{- range $destinations.cidrs | default (list "0.0.0.0/0" "::/0") }}
    - ipBlock: { cidr: {{ quote . }} }
    {{- end }}
  ports:
    {{- range $destinations.ports | default (rest .) }}
    - port: {{ . }}
    {{- end }}
{{- end }}

{{- /* Egress to the collector of traces, where there is one. */}}
{{- define "agatha.toCollector" -}}
{{- if (.Values.tracing).endpoint }}
{{ include "agatha.toAddresses" (list .Values.networkPolicy.tracing 4318) }}
{{- end }}
{{- end }}

{{- /* Egress to some of the stores, bundled or not: (list $ "minio" "mongodb" "nats"). */}}
{{- define "agatha.toStores" -}}
{{- $root := index . 0 -}}
{{- $bundled := list -}}
{{- range $store := rest . -}}
{{- if (index $root.Values (get (dict "minio" "s3" "mongodb" "mongodb" "nats" "nats") $store)).bundled }}{{ $bundled = append $bundled $store }}{{ end -}}
{{- end -}}
{{- with $bundled }}
- to:
    - podSelector:
        matchLabels:
          app.kubernetes.io/name: {{ include "agatha.name" $root }}
          app.kubernetes.io/instance: {{ $root.Release.Name }}
        matchExpressions:
          - { key: app.kubernetes.io/component, operator: In, values: {{ toJson . }} }
  ports:
    {{- range . }}
    - port: {{ get (dict "minio" 9000 "mongodb" 27017 "nats" 4222) . }}
    {{- end }}
{{- end }}
{{- if lt (len $bundled) (len (rest .)) }}
{{ include "agatha.toAddresses" (list $root.Values.networkPolicy.externalStores) }}
{{- end }}
{{- end }}
