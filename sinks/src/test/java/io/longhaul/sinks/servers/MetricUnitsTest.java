package io.longhaul.sinks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricUnitsTest {

  /** As AIPerf 0.13 answered. */
  @ParameterizedTest
  @CsvSource({
    "vllm:e2e_request_latency_seconds, Histogram of it., seconds",
    "vllm:kv_cache_usage_perc, KV-cache usage. 1 means 100 percent usage., ratio",
    "vllm:num_requests_running, Number of requests., requests",
    "vllm:request_success, Count of requests., requests",
    "vllm:generation_tokens, Number of tokens., tokens",
    "cache_hit_percent, Hit rate (0.0-1.0), ratio",
    "utilization, Load (0-100), percent",
    "latency, Request latency in milliseconds, milliseconds",
    "gpu_power, Power consumption (in W), watt",
    "throughput, Speed (tokens/s), tokens/s",
    "process_cpu_seconds_total, CPU time., seconds",
    "http_requests_total, All., requests",
    "things_total, All., count",
  })
  void unitsAreDeterminedAsInAiperf(String name, String help, String unit) {
    assertThat(MetricUnits.of(name, help)).contains(unit);
  }

  @ParameterizedTest
  @CsvSource({"load, How busy it is.", "vllm:cache_config_info, Information."})
  void anUnknownUnitIsEmpty(String name, String help) {
    assertThat(MetricUnits.of(name, help)).isEmpty();
  }
}
