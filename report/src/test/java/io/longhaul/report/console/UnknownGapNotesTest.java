package io.longhaul.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownGapNotesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void unknownGapsAreReportedWithTheAffectedMetrics() throws JsonProcessingException {
    assertThat(
            notes(
                """
                {"metrics": {"inter_chunk_latency": {"count": 836, "unknown": 784},
                  "time_to_second_token": {"count": 44, "unknown": 40},
                  "inter_token_latency": {"count": 44, "unknown": 12}}}
                """))
        .containsExactly(
            "Some values are unknown, because several chunks arrived in one network read:",
            "Inter Chunk Latency: 784 of 836 values, recorded as 0 (Inter Read Latency omits these"
                + " gaps)",
            "Time to Second Token: 40 of 44 values, recorded as 0",
            "Inter Token Latency: 12 of 44 values, recorded as 0");
  }

  @Test
  void singleEventResponsesAreCounted() throws JsonProcessingException {
    assertThat(notes("{\"content\": {\"single_event_answers\": 20}}"))
        .containsExactly(
            "20 responses arrived as a single event: they have no inter-token latency");
  }

  @Test
  void aRunWithKnownGapsHasNoNotes() throws JsonProcessingException {
    assertThat(
            notes(
                """
                {"content": {"single_event_answers": 0},
                 "metrics": {"inter_chunk_latency": {"count": 836}}}
                """))
        .isEmpty();
  }

  private static List<String> notes(String run) throws JsonProcessingException {
    return UnknownGapNotes.of(MAPPER.readTree(run));
  }
}
