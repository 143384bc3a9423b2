package io.longhaul.report.genaiperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepCsvTest {
  @TempDir Path folder;

  /** The original prints 1985.20 GB, 81722.45 GB and 5099.00 MJ. */
  @Test
  void v12GpuFiguresHaveTheUnitsOfTheirHeaders() throws IOException {
    assertThat(
            written(
                SweepCsv.Point.of("gpt2_run_config_0", point("{\"concurrency\": 1}", 25.0, GPU))))
        .isEqualTo(
            """
            Config Name,Concurrency,ISL,Num Dataset Entries,p99 Time To First Token (ms),p99 Inter Token Latency (ms),p99 Request Latency (ms),p99 Output Sequence Length (tokens),Avg. Output Token Throughput (tokens/sec),Request Throughput (requests/sec)
            gpt2_run_config_0,1,3,100,10.00,10.00,30.00,3.00,75.00,25.00

            Config Name,GPU,p99 GPU Power Usage (W),p99 GPU Energy Consumption (MJ),p99 GPU Utilization (%),p99 GPU Memory Used (GB),Avg. GPU Power Limit (W),Avg. GPU Total Memory (GB)
            gpt2_run_config_0,0,199.00,5.10,89.20,2.09,700.00,85.90
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void theHighestThroughputIsFirst() throws IOException {
    String rate = "{\"request_rate\": 64.0}";

    assertThat(
            written(
                    SweepCsv.Point.of("a", point(rate, 20.0, "")),
                    SweepCsv.Point.of("b", point(rate, 30.0, "")),
                    SweepCsv.Point.of("c", point(rate, 25.0, "")))
                .lines())
        .map(line -> line.split(",", -1))
        .map(cells -> cells[0] + " " + cells[1])
        .containsExactly("Config Name Request Rate", "b 64.0", "c 64.0", "a 64.0");
  }

  @Test
  void aMissingFigureIsZero() throws IOException {
    Path file = folder.resolve("empty.json");
    Files.writeString(file, "{}");

    assertThat(written(SweepCsv.Point.of("a", file)))
        .endsWith("a,,0,0,0.00,0.00,0.00,0.00,0.00,0.00\r\n");
  }

  private static final String GPU =
      """
      , "telemetry_stats": {
          "gpu_power_usage": {"unit": "W", "0": {"p99": 199.0}},
          "gpu_power_limit": {"unit": "W", "0": {"avg": 700.0}},
          "energy_consumption": {"unit": "MJ", "0": {"p99": 5.099}},
          "total_gpu_memory": {"unit": "GB", "0": {"avg": 85.89934592}},
          "gpu_memory_used": {"unit": "GB", "0": {"p99": 2.08666624}},
          "gpu_utilization": {"unit": "%", "0": {"p99": 89.2}}}\
      """;

  private Path point(String stimulus, double throughput, String gpu) throws IOException {
    Path file = Files.createTempFile(folder, "point", ".json");
    Files.writeString(
        file,
        """
        {"request_throughput": {"avg": %s}, "request_latency": {"p99": 30.0},
         "time_to_first_token": {"p99": 10.0}, "inter_token_latency": {"p99": 10.0},
         "output_token_throughput": {"avg": 75.0}, "output_sequence_length": {"p99": 3.0},
         "input_sequence_length": {"p99": 3.9},
         "input_config": {"perf_analyzer": {"stimulus": %s},
           "input": {"num_dataset_entries": 100}}%s}\
        """
            .formatted(throughput, stimulus, gpu));
    return file;
  }

  private String written(SweepCsv.Point... points) throws IOException {
    Path csv = folder.resolve("analyze_export_genai_perf.csv");
    SweepCsv.write(csv, List.of(points));
    return Files.readString(csv);
  }
}
