package io.longhaul.pipeline.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.export.GpuSampleRow;
import io.longhaul.export.HandshakeRow;
import io.longhaul.export.LedgerRow;
import io.longhaul.wire.GpuSample;
import io.longhaul.wire.Handshake;
import io.longhaul.wire.LedgerEntry;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

class ColumnsTest {
  private static final LaneIdentity LANE = new LaneIdentity("run", "g0", "g", "profiling", 1_000);

  @Test
  void everyFieldOfAGpuSampleHasAColumn() {
    GpuSample sample = filled(new GpuSample());

    GpuSampleRow row = GpuSampleRows.of(LANE, sample, 3);

    assertCopied(row, sample, Set.of("run_id", "lane_id", "at_epoch_ns", "slice_index"));
    assertThat(row.getAtEpochNs()).isEqualTo(1_000 + sample.getAtNs());
    assertThat(row.getSliceIndex()).isEqualTo(3);
  }

  @Test
  void everyFieldOfAHandshakeHasAColumn() {
    Handshake handshake = filled(new Handshake());

    HandshakeRow row = HandshakeRows.of(LANE, handshake, 3);

    assertCopied(row, handshake, Set.of("run_id", "lane_id", "at_epoch_ns", "slice_index"));
    assertThat(row.getAtEpochNs()).isEqualTo(1_000 + handshake.getAtNs());
  }

  @Test
  void everyFieldOfALedgerEntryHasAColumn() {
    LedgerEntry entry = filled(new LedgerEntry());

    LedgerRow row = LedgerRows.of(LANE, entry, true);

    assertCopied(row, entry, Set.of("run_id", "lane_id", "lane_start_epoch_ns", "phase", "totals"));
    assertThat(row.getLaneStartEpochNs()).isEqualTo(1_000);
    assertThat(row.getTotals()).isTrue();
  }

  /** Sets each field to a value of its own. */
  private static <R extends SpecificRecordBase> R filled(R event) {
    for (Schema.Field field : event.getSchema().getFields()) {
      event.put(field.pos(), value(field.schema(), field.pos() + 7));
    }
    return event;
  }

  private static Object value(Schema schema, int number) {
    return switch (schema.getType()) {
      case UNION -> value(schema.getTypes().get(1), number);
      case INT -> number;
      case LONG -> (long) number;
      case DOUBLE -> (double) number;
      case STRING -> "text " + number;
      case MAP -> Map.of("field", (double) number);
      default -> throw new IllegalArgumentException("Invalid type: " + schema);
    };
  }

  private static void assertCopied(
      SpecificRecordBase row, SpecificRecordBase event, Set<String> ownColumns) {
    for (Schema.Field column : row.getSchema().getFields()) {
      if (!ownColumns.contains(column.name())) {
        Schema.Field field = event.getSchema().getField(column.name());
        assertThat(row.get(column.pos())).as(column.name()).isEqualTo(event.get(field.pos()));
      }
    }
  }
}
