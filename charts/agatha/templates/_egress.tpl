{{- /* Egress to the cluster's name service, wherever it runs. A policy sees its pods' port, which is 5353 on OpenShift. */}}
{{- define "agatha.toNames" -}}
- ports:
    {{- range list 53 5353 }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
{{- end }}

{{- /* Ports of addresses, as a JSON list: those that they name, else those of their schemes. Several hosts of a MongoDB or a NATS have commas between. */}}
{{- define "agatha.portsOf" -}}
{{- $known := dict "http" 80 "https" 443 "ws" 80 "wss" 443 "nats" 4222 "tls" 4222 "mongodb" 27017 "mongodb+srv" 27017 -}}
{{- $ports := list -}}
{{- range $address := compact . -}}
{{- $scheme := regexFind "^[a-z+]+" $address -}}
{{- $servers := regexReplaceAll "/?,[a-z]+://" $address "," -}}
{{- range regexReplaceAll "^[a-z+]+://([^/?#]*@)?([^/?#]*).*$" $servers "${2}" | splitList "," -}}
{{- $ports = append $ports (regexFind ":[0-9]+$" . | trimPrefix ":" | default (get $known $scheme) | int) -}}
{{- end -}}
{{- end -}}
{{- toJson $ports -}}
{{- end }}

{{- /*
Egress to addresses and ports: those of the values, else the default ones, and the ports of the addresses that a program is told:
(list .Values.networkPolicy.signOn (list 443) (list .Values.api.signOn.issuer)).
*/}}
{{- define "agatha.toAddresses" -}}
{{- $destinations := first . | default dict -}}
{{- $ports := list -}}
{{- range include "agatha.portsOf" (index . 2) | fromJsonArray | concat ($destinations.ports | default (index . 1)) }}{{ $ports = append $ports (int .) }}{{ end -}}
- to:
    {{- range $destinations.cidrs | default (list "0.0.0.0/0" "::/0") }}
    - ipBlock: { cidr: {{ quote . }} }
    {{- end }}
  ports:
    {{- range uniq $ports }}
    - port: {{ . }}
    {{- end }}
{{- end }}

{{- /* Egress to the collector of traces, where there is one. */}}
{{- define "agatha.toCollector" -}}
{{- with (.Values.tracing).endpoint }}
{{ include "agatha.toAddresses" (list $.Values.networkPolicy.tracing (list 4318) (list .)) }}
{{- end }}
{{- end }}

{{- /* Egress to some of the stores, bundled or not: (list $ "minio" "mongodb" "nats"). */}}
{{- define "agatha.toStores" -}}
{{- $root := index . 0 -}}
{{- $bundled := list -}}
{{- $addresses := list -}}
{{- range $store := rest . -}}
{{- $values := index $root.Values (get (dict "minio" "s3" "mongodb" "mongodb" "nats" "nats") $store) -}}
{{- if $values.bundled }}{{ $bundled = append $bundled $store }}{{ else }}{{ $addresses = concat $addresses (list $values.endpoint ($values.sts).endpoint $values.url) }}{{ end -}}
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
{{ include "agatha.toAddresses" (list $root.Values.networkPolicy.externalStores list $addresses) }}
{{- end }}
{{- end }}
