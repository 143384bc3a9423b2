{{- define "longhaul-run.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/name: longhaul-run
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "longhaul-run.runId" -}}
{{ default .Release.Name .Values.runId }}
{{- end }}

{{/* What both pods have in common; "placement" has their node selector, tolerations and affinity. */}}
{{- define "longhaul-run.pod" -}}
serviceAccountName: {{ .root.Values.serviceAccount.name }}
automountServiceAccountToken: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .placement.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .placement.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .placement.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "longhaul-run.container" -}}
image: {{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Libraries write to the home directory and to /tmp. */}}
{{- define "longhaul-run.env" -}}
- name: HOME
  value: /tmp
{{- with .Values.objectStore.endpoint }}
- name: AWS_ENDPOINT_URL
  value: {{ . | quote }}
{{- end }}
{{- with .Values.objectStore.region }}
- name: AWS_REGION
  value: {{ . | quote }}
{{- end }}
{{- if .Values.apiKeySecret }}
- name: LONGHAUL_API_KEY
  valueFrom:
    secretKeyRef:
      name: {{ .Values.apiKeySecret }}
      key: LONGHAUL_API_KEY
{{- end }}
{{- end }}

{{- define "longhaul-run.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.kafka.configSecret }}
- name: kafka
  mountPath: /etc/longhaul
  readOnly: true
{{- end }}
{{- end }}

{{- define "longhaul-run.volumes" -}}
- name: tmp
  emptyDir: {}
{{- if .Values.kafka.configSecret }}
- name: kafka
  secret:
    secretName: {{ .Values.kafka.configSecret }}
{{- end }}
{{- end }}

{{- define "longhaul-run.kafkaArguments" -}}
- --kafka
- {{ .Values.kafka.bootstrap | quote }}
- --topic-prefix
- {{ .Values.kafka.topicPrefix | quote }}
{{- if .Values.kafka.configSecret }}
- --kafka-config
- /etc/longhaul/kafka.properties
{{- end }}
{{- end }}

{{/* Variables of a process that sends its metrics to a collector; empty without an endpoint. */}}
{{- define "longhaul-run.openTelemetry" -}}
{{- with .Values.openTelemetry }}
{{- if .endpoint -}}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_METRIC_EXPORT_INTERVAL
  value: {{ mul 1000 .intervalSeconds | quote }}
{{- with .resourceAttributes }}
- name: OTEL_RESOURCE_ATTRIBUTES
  value: {{ . | quote }}
{{- end }}
{{- with .headersSecret }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: headers
{{- end }}
{{- end }}
{{- end }}
{{- end }}
