/* A driver with one GPU that is busy and one that reports little. */
#include <string.h>

typedef struct { int index; } gpu;
static gpu gpus[2] = {{0}, {1}};

int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
const char *nvmlErrorString(int result) { return result == 3 ? "Not Supported" : "Unknown Error"; }
int nvmlDeviceGetCount_v2(unsigned *count) { *count = 2; return 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, gpu **handle) { *handle = &gpus[index]; return 0; }
int nvmlDeviceGetUUID(gpu *g, char *text, unsigned bytes) { strncpy(text, g->index ? "GPU-b" : "GPU-a", bytes); return 0; }
int nvmlDeviceGetName(gpu *g, char *text, unsigned bytes) { strncpy(text, "NVIDIA Test", bytes); return 0; }
typedef struct { char legacy[16]; unsigned domain, bus, device, id, subsystem; char bus_id[32]; } pci_info;
int nvmlDeviceGetPciInfo_v3(gpu *g, pci_info *info) { strcpy(info->bus_id, "00000000:1B:00.0"); return 0; }
int nvmlDeviceGetPowerUsage(gpu *g, unsigned *milliwatts) { if (g->index) return 3; *milliwatts = 698500; return 0; }
int nvmlDeviceGetTotalEnergyConsumption(gpu *g, unsigned long long *millijoules) { if (g->index) return 3; *millijoules = 5000000000123ULL; return 0; }
int nvmlDeviceGetPowerManagementLimit(gpu *g, unsigned *milliwatts) { if (g->index) return 3; *milliwatts = 700000; return 0; }
typedef struct { unsigned gpu, memory; } rates;
int nvmlDeviceGetUtilizationRates(gpu *g, rates *r) { r->gpu = g->index ? 0 : 97; r->memory = g->index ? 0 : 41; return 0; }
int nvmlDeviceGetEncoderUtilization(gpu *g, unsigned *percent, unsigned *micros) { if (g->index) return 3; *percent = 1; *micros = 167000; return 0; }
int nvmlDeviceGetDecoderUtilization(gpu *g, unsigned *percent, unsigned *micros) { if (g->index) return 3; *percent = 2; *micros = 167000; return 0; }
typedef struct { unsigned version; unsigned long long total, reserved, free, used; } memory_v2;
int nvmlDeviceGetMemoryInfo_v2(gpu *g, memory_v2 *m) {
  if (m->version != (sizeof(memory_v2) | 2 << 24)) return 25;
  m->total = 85899345920ULL; m->reserved = 600000000ULL; m->free = 15299345920ULL; m->used = 70000000000ULL;
  return 0;
}
int nvmlDeviceGetTemperature(gpu *g, int sensor, unsigned *celsius) { *celsius = 61 + sensor; return 0; }
typedef struct { unsigned id, scope; long long timestamp, latency; int type, result; union { unsigned ui; unsigned long long ull; } value; } field;
int nvmlDeviceGetFieldValues(gpu *g, int count, field *f) {
  f->result = g->index || f->id != 82 || count != 1 ? 3 : 0;
  f->value.ui = 74;
  return 0;
}
int nvmlDeviceGetClockInfo(gpu *g, int type, unsigned *megahertz) { *megahertz = type == 1 ? 1980 : type == 2 ? 2619 : 0; return 0; }
typedef struct { unsigned long long reference, violation; } violation_time;
int nvmlDeviceGetViolationStatus(gpu *g, int policy, violation_time *t) {
  if (g->index) return 3;
  t->reference = 1; t->violation = policy == 0 ? 7000000 : policy == 1 ? 9000 : 0;
  return 0;
}
