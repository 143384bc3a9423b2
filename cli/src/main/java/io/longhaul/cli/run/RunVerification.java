package io.longhaul.cli.run;

import io.longhaul.control.storedlog.LaneInLog;
import io.longhaul.control.storedlog.StoredLog;
import io.longhaul.export.RunRow;
import io.longhaul.metrics.Outcome;
import io.longhaul.report.verify.DocumentsCheck;
import io.longhaul.report.verify.LakeVerifier;
import io.longhaul.report.verify.LogContent;
import io.longhaul.report.verify.LoggedLane;
import io.longhaul.report.verify.Verification;
import io.longhaul.schema.Topics;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.wire.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Verifies everything that a run left behind: its lake, its log and its documents. */
public record RunVerification(ExportLayout layout, Lake lake, String runId) {
  /**
   * Reads everything and changes nothing.
   *
   * @throws IOException if something cannot be read from the disk
   */
  public Verification verify() throws IOException {
    Verification verification = LakeVerifier.full(lake, runId, log());
    Optional<RunRow> summary = LakeVerifier.summaryOf(lake, runId);
    return summary.isEmpty()
        ? verification
        : verification.with(DocumentsCheck.compare(summary.get(), layout));
  }

  /** Reads the log of an embedded run; empty if there is none, or if it is that of another run. */
  private Optional<LogContent> log() throws IOException {
    if (!Files.isDirectory(layout.brokerData())) {
      return Optional.empty();
    }
    StoredLog log = StoredLog.read(layout.brokerData(), new Topics(Topics.DEFAULT_PREFIX), runId);
    if (log.records() == 0 && log.damages().isEmpty()) {
      return Optional.empty();
    }
    Map<String, LoggedLane> lanes = new HashMap<>();
    log.lanes().forEach((name, lane) -> lanes.put(name, logged(lane)));
    return Optional.of(
        new LogContent(
            lanes,
            log.damages(),
            RunConclusion.unsentEvents(layout),
            log.records(),
            log.deleted()));
  }

  private static LoggedLane logged(LaneInLog lane) {
    Map<Outcome, Long> ended = new EnumMap<>(Outcome.class);
    for (Ending ending : Ending.values()) {
      ended.put(Outcome.valueOf(ending.name()), lane.ended(ending));
    }
    return new LoggedLane(
        lane.isWhole(),
        lane.events(),
        lane.duplicates(),
        lane.lastSeq(),
        lane.late(),
        ended,
        lane.ids().hi(),
        lane.ids().lo());
  }
}
