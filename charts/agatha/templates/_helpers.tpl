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

{{- define "agatha.image" -}}
{{- $root := index . 0 -}}
{{- with $root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end -}}
agatha/{{ index . 1 }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- with get $root.Values.image.digests (index . 1) }}@{{ . }}{{ end }}
{{- end }}

{{- /* Classes are the cluster's: the namespace tells those of two installations apart. Empty for the cluster's default. */}}
{{- define "agatha.trainingPriority" -}}
{{- if .Values.trainer.priorityClassName -}}
{{- .Values.trainer.priorityClassName -}}
{{- else if .Values.trainer.makeRoom -}}
{{- printf "%s-%s-training" .Release.Namespace (include "agatha.fullname" .) -}}
{{- end -}}
{{- end }}

{{- /* Not empty if the operator rewrites objects that are stored in an earlier version. */}}
{{- define "agatha.migratesStorage" -}}
{{- if and .Values.crds.install (dig "migrate" true .Values.crds) }}true{{ end -}}
{{- end }}

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

{{- /* Where programs of the cluster call the open model API. */}}
{{- define "agatha.predictionUrl" -}}
{{- $part := .Values.models.enabled | ternary "models" "api" -}}
{{- $port := int (get .Values $part).service.port -}}
{{- printf "http://%s-%s.%s.svc%s%s/tukey/api/" (include "agatha.fullname" .) $part .Release.Namespace (eq $port 80 | ternary "" (printf ":%d" $port)) (trimSuffix "/" .Values.api.basePath) -}}
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

{{- /* What has pods that read the secrets: resource and name. */}}
{{- define "agatha.secretRollout" -}}
{{- $name := include "agatha.fullname" . -}}
{{- $workloads := list -}}
{{- range ternary (list "operator" "api" "models") (list "operator" "api") .Values.models.enabled }}{{ $workloads = append $workloads (dict "resource" "deployments" "name" (printf "%s-%s" $name .)) }}{{ end -}}
{{- range $store, $values := dict "minio" .Values.s3 "mongodb" .Values.mongodb "nats" .Values.nats -}}
{{- if $values.bundled }}{{ $workloads = append $workloads (dict "resource" "statefulsets" "name" (printf "%s-%s" $name $store)) }}{{ end -}}
{{- end -}}
{{- dict "secrets" (list (include "agatha.storesSecret" .) (include "agatha.apiSecret" .)) "workloads" $workloads | toJson -}}
{{- end }}

{{- /* How a program finds the stores. */}}
{{- define "agatha.storesEnvironment" -}}
- configMapRef:
    name: {{ include "agatha.fullname" . }}-stores
- secretRef:
    name: {{ include "agatha.storesSecret" . }}
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

{{- /* Changes when programs must start anew to find the stores. Of values, as what is made at random differs in each rendering. */}}
{{- define "agatha.storesChecksum" -}}
{{- $s3 := pick .Values.s3 "bundled" "endpoint" "bucket" "region" "accessKey" "secretKey" -}}
{{- $mongodb := pick .Values.mongodb "bundled" "url" "database" "password" -}}
{{- $nats := pick .Values.nats "bundled" "url" "token" -}}
{{- list $s3 $mongodb $nats .Values.stores | toJson | sha256sum -}}
{{- end }}

{{- /* Addresses that a part of the API is reached at, with commas between: (list $ "api" 80). */}}
{{- define "agatha.publicUrls" -}}
{{- $root := index . 0 -}}
{{- $urls := $root.Values.api.publicUrls -}}
{{- with $root.Values.ingress -}}
{{- if and .enabled (not (or .host $urls)) }}{{ fail "ingress.host or api.publicUrls is needed where ingress.enabled is true" }}{{ end -}}
{{- if .enabled }}{{ range list . | concat (.hosts | default list) }}{{ if .host }}{{ $urls = append $urls (printf "%s://%s" (empty .tlsSecretName | ternary "http" "https") .host) }}{{ end }}{{ end }}{{ end -}}
{{- end -}}
{{- if ($root.Values.gateway).enabled }}{{ range $root.Values.gateway.hostnames }}{{ $urls = append $urls (printf "https://%s" .) }}{{ end }}{{ end -}}
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
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: "8080" }
            - { name: OPERATIONS_PORT, value: "9090" }
            - { name: BASE_PATH, value: {{ $root.Values.api.basePath | quote }} }
            - { name: AGATHA_PUBLIC_URL, value: {{ include "agatha.publicUrls" (list $root $part $values.service.port) | quote }} }
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

{{- /* Egress to the cluster's name service, wherever it runs. */}}
{{- define "agatha.toNames" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end }}

{{- /* Egress to the collector of traces, where there is one. */}}
{{- define "agatha.toCollector" -}}
{{- if (.Values.tracing).endpoint }}
- to:
    {{- range (.Values.networkPolicy.tracing).cidrs | default (list "0.0.0.0/0") }}
    - ipBlock: { cidr: {{ . }} }
    {{- end }}
  ports:
    {{- range (.Values.networkPolicy.tracing).ports | default (list 4318) }}
    - port: {{ . }}
    {{- end }}
{{- end }}
{{- end }}

{{- /* Labels of the pods of jobs. */}}
{{- define "agatha.jobLabels" -}}
app.kubernetes.io/component: trainer
app.kubernetes.io/part-of: agatha
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
- to:
    {{- range $root.Values.networkPolicy.externalStores.cidrs }}
    - ipBlock: { cidr: {{ . }} }
    {{- end }}
  ports:
    {{- range $root.Values.networkPolicy.externalStores.ports }}
    - port: {{ . }}
    {{- end }}
{{- end }}
{{- end }}
