{{- /* A deployment of the api's image: (list $ "api" "all" .Values.api). */}}
{{- define "agatha.apiDeployment" -}}
{{- $root := index . 0 -}}
{{- $part := index . 1 -}}
{{- $serves := index . 2 -}}
{{- $values := index . 3 -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "agatha.metadata" (list $root $part) | nindent 2 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels:
      {{- include "agatha.selector" (list $root $part) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "agatha.labels" (list $root $part) | nindent 8 }}
        agatha.dev/metrics: "true"
      annotations:
        checksum/stores: {{ include "agatha.storesChecksum" $root }}
        {{- if and (eq $serves "all") $root.Values.api.texts }}
        checksum/texts: {{ toJson $root.Values.api.texts | sha256sum }}
        {{- end }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "agatha.fullname" $root }}-{{ $part }}
      automountServiceAccountToken: true
      terminationGracePeriodSeconds: 45
      securityContext:
        {{- include "agatha.podSecurity" (list $root 65532) | nindent 8 }}
      {{- include "agatha.scheduling" (list $root $part $values) | nindent 6 }}
      containers:
        - name: api
          image: {{ include "agatha.image" (list $root "api") }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          envFrom:
            {{- include "agatha.storesEnvironment" $root | nindent 12 }}
          env:
            - name: AGATHA_SECRET_KEY
              valueFrom: { secretKeyRef: { name: {{ include "agatha.apiSecret" $root }}, key: AGATHA_SECRET_KEY } }
            {{- if eq $serves "all" }}
            - name: AGATHA_ADMIN_PASSWORD
              valueFrom: { secretKeyRef: { name: {{ include "agatha.apiSecret" $root }}, key: AGATHA_ADMIN_PASSWORD, optional: true } }
            {{- include "agatha.signOnVariables" $root | nindent 12 }}
            {{- include "agatha.mailVariables" $root | nindent 12 }}
            - { name: AGATHA_CONTACT_EMAIL, value: {{ dig "contact" "email" "" $root.Values.api | quote }} }
            - { name: AGATHA_CONTACT_URL, value: {{ dig "contact" "url" "" $root.Values.api | quote }} }
            {{- if $root.Values.api.texts }}
            - { name: AGATHA_TEXTS_FILE, value: /etc/agatha/texts/texts.json }
            {{- end }}
            {{- end }}
            - name: AGATHA_NAMESPACE
              valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
            {{- include "agatha.namespacesVariable" $root | nindent 12 }}
            - { name: AGATHA_SERVES, value: {{ $serves }} }
            {{- if and (eq $serves "models") ($root.Values.tracing).endpoint }}
            - { name: OTEL_TRACES_SAMPLER_ARG, value: {{ dig "predictionRatio" 0.05 $root.Values.tracing | toString | quote }} }
            {{- end }}
            - { name: PORT, value: "8080" }
            - { name: OPERATIONS_PORT, value: "9090" }
            - { name: BASE_PATH, value: {{ $root.Values.api.basePath | quote }} }
            - { name: AGATHA_PUBLIC_URL, value: {{ include "agatha.publicUrls" $root | quote }} }
            - { name: AGATHA_CLUSTER_URL, value: {{ include "agatha.clusterUrls" (list $root $part $values.service.port) | quote }} }
            - { name: AGATHA_TRUSTED_PROXIES, value: {{ $root.Values.api.trustedProxies | quote }} }
            - { name: AGATHA_SECURE_COOKIES, value: {{ $root.Values.api.secureCookies | quote }} }
            - { name: AGATHA_SESSION_IDLE_HOURS, value: {{ $root.Values.api.sessionIdleHours | quote }} }
            - { name: AGATHA_SESSION_MAX_DAYS, value: {{ $root.Values.api.sessionMaxDays | quote }} }
            - { name: AGATHA_SCRATCH, value: /tmp }
            - { name: LOG_LEVEL, value: {{ $root.Values.logLevel }} }
            {{- include "agatha.authorityVariable" $root | nindent 12 }}
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            - { name: http, containerPort: 8080 }
            - { name: operations, containerPort: 9090 }
          {{- include "agatha.probes" $root | nindent 10 }}
          # The pod answers until no proxy sends it requests any more. Then it tells its clients to close their connections.
          lifecycle: { preStop: { sleep: { seconds: 5 } } }
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "agatha.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            - { name: scratch, mountPath: /tmp }
            {{- if and (eq $serves "all") $root.Values.api.texts }}
            - { name: texts, mountPath: /etc/agatha/texts, readOnly: true }
            {{- end }}
            {{- include "agatha.authorityMount" $root | nindent 12 }}
      volumes:
        - name: scratch
          emptyDir: { sizeLimit: {{ $values.scratchSizeLimit }} }
        {{- if and (eq $serves "all") $root.Values.api.texts }}
        - name: texts
          configMap: { name: {{ include "agatha.fullname" $root }}-texts }
        {{- end }}
        {{- include "agatha.authorityVolume" $root | nindent 8 }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "agatha.metadata" (list $root $part) | nindent 2 }}
spec:
  type: {{ $values.service.type }}
  # A browser that cannot open a WebSocket polls, and must meet the same pod each time.
  sessionAffinity: {{ eq $serves "all" | ternary "ClientIP" "None" }}
  selector:
    {{- include "agatha.selector" (list $root $part) | nindent 4 }}
  ports:
    - { name: http, port: {{ $values.service.port }}, targetPort: http }
{{- if or $values.autoscaling.enabled (gt (int $values.replicas) 1) }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "agatha.metadata" (list $root $part) | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "agatha.selector" (list $root $part) | nindent 6 }}
{{- end }}
{{- if $values.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "agatha.metadata" (list $root $part) | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "agatha.fullname" $root }}-{{ $part }}
  minReplicas: {{ $values.autoscaling.minReplicas }}
  maxReplicas: {{ $values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: {{ $values.autoscaling.targetCPUUtilizationPercentage }} }
{{- end }}
{{- end }}

{{- /* Addresses that people reach the API at, with commas between. */}}
{{- define "agatha.publicUrls" -}}
{{- $urls := .Values.api.publicUrls -}}
{{- with .Values.ingress -}}
{{- $message := "ingress.host without * or api.publicUrls is needed where ingress.enabled is true" -}}
{{- if and .enabled (not (or .host $urls)) }}{{ fail $message }}{{ end -}}
{{- if .enabled }}{{ range list . | concat (.hosts | default list) }}{{ if and .host (not (hasPrefix "*" .host)) }}{{ $urls = append $urls (printf "%s://%s" (empty .tlsSecretName | ternary "http" "https") .host) }}{{ end }}{{ end }}{{ end -}}
{{- if and .enabled (not $urls) }}{{ fail $message }}{{ end -}}
{{- end -}}
{{- with .Values.gateway -}}
{{- if .enabled }}{{ range .hostnames }}{{ if not (hasPrefix "*" .) }}{{ $urls = append $urls (printf "https://%s" .) }}{{ end }}{{ end }}{{ end -}}
{{- if and .enabled (not $urls) }}{{ fail "gateway.hostnames without * or api.publicUrls is needed where gateway.enabled is true" }}{{ end -}}
{{- end -}}
{{- join "," $urls -}}
{{- end }}

{{- /* Addresses of the Service of a part of the API, with commas between: (list $ "api" 80). */}}
{{- define "agatha.clusterUrls" -}}
{{- $root := index . 0 -}}
{{- $urls := list -}}
{{- $service := printf "%s-%s" (include "agatha.fullname" $root) (index . 1) -}}
{{- $port := eq (int (index . 2)) 80 | ternary "" (printf ":%v" (index . 2)) -}}
{{- $namespace := $root.Release.Namespace -}}
{{- range list "" (printf ".%s" $namespace) (printf ".%s.svc" $namespace) (printf ".%s.svc.cluster.local" $namespace) -}}
{{- $urls = append $urls (printf "http://%s%s%s" $service . $port) -}}
{{- end -}}
{{- join "," $urls -}}
{{- end }}

{{- /* Variables of sign-on by OpenID Connect. Nothing without an issuer. */}}
{{- define "agatha.signOnVariables" -}}
{{- with .Values.api.signOn }}{{ if .issuer }}
{{- if not .clientId }}{{ fail "api.signOn.clientId is needed with api.signOn.issuer" }}{{ end }}
- { name: AGATHA_OIDC_ISSUER, value: {{ .issuer | quote }} }
- { name: AGATHA_OIDC_CLIENT_ID, value: {{ .clientId | quote }} }
{{- with .existingSecret }}
- name: AGATHA_OIDC_CLIENT_SECRET
  valueFrom: { secretKeyRef: { name: {{ . }}, key: AGATHA_OIDC_CLIENT_SECRET } }
{{- end }}
- { name: AGATHA_OIDC_NAME, value: {{ .name | quote }} }
- { name: AGATHA_OIDC_SCOPES, value: {{ .scopes | quote }} }
- { name: AGATHA_OIDC_GROUPS_CLAIM, value: {{ .groupsClaim | quote }} }
- { name: AGATHA_OIDC_MANAGER_GROUPS, value: {{ join "," .managerGroups | quote }} }
- { name: AGATHA_OIDC_USER_GROUPS, value: {{ join "," .userGroups | quote }} }
{{- end }}{{ end }}
{{- end }}

{{- /* Variables of the mail server. Nothing without its secret. */}}
{{- define "agatha.mailVariables" -}}
{{- with .Values.api.mail }}{{ if .existingSecret }}
- name: AGATHA_SMTP_URL
  valueFrom: { secretKeyRef: { name: {{ .existingSecret }}, key: AGATHA_SMTP_URL } }
- { name: AGATHA_MAIL_FROM, value: {{ required "api.mail.from is needed with api.mail.existingSecret" .from | quote }} }
{{- end }}{{ end }}
{{- end }}
