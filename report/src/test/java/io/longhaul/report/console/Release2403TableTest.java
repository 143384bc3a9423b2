package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Release2403TableTest {
  @TempDir private Path folder;

  /** The first sample of that release's own page. */
  @Test
  void theTableEqualsThatOfTheRelease() throws IOException {
    assertThat(
            table(
                """
                Statistic,avg,min,max,p99,p95,p90,p75,p50,p25
                time_to_first_token(ns),11182408,10706503,13875938,12017948,1,11878155,11789258,1,1
                inter_token_latency(ns),1013174,136721,4068603,1550931,1,1497520,1022919,1,1
                request_latency(ns),53280063,30740044,59664925,55859882,1,53987990,53867980,1,1
                num_output_token,46,18,53,51,1,49,47,1,1
                output_token_throughput(per sec),859.02
                request_throughput(per sec),18.72
                """))
        .isEqualTo(
            """
                                                          PA LLM Metrics
            ┏━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━━━┓
            ┃                Statistic ┃        avg ┃        min ┃        max ┃        p99 ┃        p90 ┃        p75 ┃
            ┡━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━━━┩
            │ Time to first token (ns) │ 11,182,408 │ 10,706,503 │ 13,875,938 │ 12,017,948 │ 11,878,155 │ 11,789,258 │
            │ Inter token latency (ns) │  1,013,174 │    136,721 │  4,068,603 │  1,550,931 │  1,497,520 │  1,022,919 │
            │     Request latency (ns) │ 53,280,063 │ 30,740,044 │ 59,664,925 │ 55,859,882 │ 53,987,990 │ 53,867,980 │
            │         Num output token │         46 │         18 │         53 │         51 │         49 │         47 │
            └──────────────────────────┴────────────┴────────────┴────────────┴────────────┴────────────┴────────────┘
            Output token throughput (per sec): 859.02
            Request throughput (per sec): 18.72
            """);
  }

  private String table(String csv) throws IOException {
    Path file = folder.resolve("profile_export_genai_perf.csv");
    Files.writeString(file, csv.replace("\n", "\r\n"));
    return Release2403Table.of(file);
  }
}
