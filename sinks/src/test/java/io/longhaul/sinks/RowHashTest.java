package io.longhaul.sinks;

import static io.longhaul.sinks.Rows.aRequest;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.RequestRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowHashTest {

  @Test
  void theOrderOfRowsDoesNotMatter() {
    RequestRow one = aRequest("run", "a").build();
    RequestRow two = aRequest("run", "b").build();

    assertThat(hashOf(one, two)).isEqualTo(hashOf(two, one));
  }

  @Test
  void theOrderOfMapEntriesDoesNotMatter() {
    Map<String, String> forwards = new LinkedHashMap<>();
    forwards.put("model", "m");
    forwards.put("stage", "0");
    Map<String, String> backwards = new LinkedHashMap<>();
    backwards.put("stage", "0");
    backwards.put("model", "m");

    assertThat(hashOf(aRequest("run", "a").setLabels(forwards).build()))
        .isEqualTo(hashOf(aRequest("run", "a").setLabels(backwards).build()));
  }

  @Test
  void everyValueMatters() {
    String before = hashOf(aRequest("run", "a").build());

    assertThat(hashOf(aRequest("run", "a").setRetries(1).build())).isNotEqualTo(before);
    assertThat(hashOf(aRequest("run", "a").setStatus(null).build())).isNotEqualTo(before);
    assertThat(hashOf(aRequest("run", "a").setChunkTokens(List.of(1, 1, 2)).build()))
        .isNotEqualTo(before);
    assertThat(hashOf(aRequest("run", "a").setIncomplete(true).build())).isNotEqualTo(before);
  }

  @Test
  void aDuplicateRowChangesTheHash() {
    RequestRow row = aRequest("run", "a").build();

    assertThat(hashOf(row, row)).isNotEqualTo(hashOf(row));
  }

  private static String hashOf(RequestRow... rows) {
    RowHash hash = new RowHash();
    for (RequestRow row : rows) {
      hash.add(row);
    }
    assertThat(hash.rows()).isEqualTo(rows.length);
    return hash.toString();
  }
}
