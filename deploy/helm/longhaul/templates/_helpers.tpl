{{- define "longhaul.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/name: longhaul
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "longhaul.selector" -}}
app.kubernetes.io/name: longhaul
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "longhaul.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ default .Release.Name .Values.serviceAccount.name }}
{{- else -}}
{{ default "default" .Values.serviceAccount.name }}
{{- end -}}
{{- end }}

{{- define "longhaul.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{/* What all pods have in common: no root, no privileges, nothing writable but the volumes. */}}
{{- define "longhaul.pod" -}}
{{ include "longhaul.podOn" (dict "root" . "placement" .Values) }}
{{- end }}

{{/* The same; "placement" has the node selector, tolerations and affinity. */}}
{{- define "longhaul.podOn" -}}
{{- with .root }}
serviceAccountName: {{ include "longhaul.serviceAccount" . }}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
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
{{- end }}
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

{{- define "longhaul.container" -}}
image: {{ include "longhaul.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Kafka's clients and libraries write to the home directory and to /tmp. */}}
{{- define "longhaul.env" -}}
- name: HOME
  value: /tmp
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "longhaul.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- if .Values.kafka.configSecret }}
- name: kafka
  mountPath: /etc/longhaul
  readOnly: true
{{- end }}
{{- end }}

{{- define "longhaul.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
  {{- if .Values.storage.claim }}
  persistentVolumeClaim:
    claimName: {{ .Values.storage.claim }}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- if .Values.kafka.configSecret }}
- name: kafka
  secret:
    secretName: {{ .Values.kafka.configSecret }}
{{- end }}
{{- end }}

{{- define "longhaul.kafkaArguments" -}}
- --topic-prefix
- {{ .Values.kafka.topicPrefix | quote }}
{{- if .Values.kafka.configSecret }}
- --kafka-config
- /etc/longhaul/kafka.properties
{{- end }}
{{- end }}

{{/* Variables of a process that sends its metrics to a collector; empty without an endpoint. */}}
{{- define "longhaul.openTelemetry" -}}
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
