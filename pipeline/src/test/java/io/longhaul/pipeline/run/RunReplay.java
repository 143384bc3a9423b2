package io.longhaul.pipeline.run;

import io.longhaul.pipeline.history.FakeLog;
import io.longhaul.pipeline.lane.LaneMessage;
import io.longhaul.pipeline.lane.LaneReplay;
import io.longhaul.schema.EventCodecs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** Reads lanes' messages without Flink, as the run stage does. */
public final class RunReplay {
  public final RecordingRunOutput out = new RecordingRunOutput();
  private final EventCodecs codecs = new EventCodecs();
  private final Map<String, Run> runs = new TreeMap<>();

  /** Reads a whole log, one partition after the other, through lanes and runs. */
  public static RecordingRunOutput of(FakeLog log) {
    LaneReplay lanes = new LaneReplay();
    log.records().forEach(lanes::take);
    RunReplay replay = new RunReplay();
    lanes.out.toRun.forEach(replay::take);
    return replay.out;
  }

  public void take(LaneMessage message) {
    Run run = runs.computeIfAbsent(message.runId(), Run::new);
    if (!run.take(message, codecs, out)) {
      runs.remove(message.runId());
    }
  }

  /** Writes all state down, and goes on with what is read back. */
  public void restart() {
    runs.replaceAll((key, run) -> reread(run));
  }

  private static Run reread(Run run) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      run.writeTo(new DataOutputStream(bytes));
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      Run again = Run.readFrom(in);
      if (in.available() > 0) {
        throw new IllegalStateException("Cannot reread run: bytes are left over");
      }
      return again;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Goes on with copies, as heap state under a checkpoint does. */
  public void copyOnWrite() {
    runs.replaceAll((key, run) -> run.copy());
  }

  /** Runs that are held in state. */
  public int openRuns() {
    return runs.size();
  }
}
