package io.longhaul.pipeline.retention;

import static java.util.Objects.requireNonNull;

import io.longhaul.export.RunRow;
import io.longhaul.sinks.lake.Lake;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.util.Collector;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records of the log after checkpoints, on a thread of its own. It has no state and ignores
 * the rows. A failure only delays the deletion.
 */
public final class RetentionFunction extends RichFlatMapFunction<RunRow, RunRow>
    implements CheckpointListener {
  private static final long serialVersionUID = 1;
  private static final Logger LOG = LoggerFactory.getLogger(RetentionFunction.class);

  private final LogRetention retention;
  private transient @Nullable ThreadPoolExecutor thread;
  private transient @Nullable LogJanitor janitor;
  private transient long nextNanos;

  public RetentionFunction(LogRetention retention) {
    this.retention = retention;
  }

  @Override
  public void open(OpenContext context) {
    String jobId = getRuntimeContext().getJobInfo().getJobId().toHexString();
    janitor =
        new LogJanitor(
            retention.keep().toMillis(),
            new StoredStates(retention.states(), jobId),
            new CommittedFiles(new Lake(ObjectStores.folder(retention.lake())), retention.runId()),
            System::currentTimeMillis);
    nextNanos = System.nanoTime() + retention.interval().toNanos();
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            work -> {
              Thread created = new Thread(work, "longhaul-log-retention");
              created.setDaemon(true);
              return created;
            });
  }

  private record StoredStates(RestorableStates states, String jobId) implements LogJanitor.States {
    @Override
    public List<String> all() throws IOException {
      return states.of(jobId);
    }

    @Override
    public Map<TopicPartition, Long> offsets(String state) throws IOException {
      return SourceOffsets.read(state);
    }
  }

  @Override
  public void flatMap(RunRow row, Collector<RunRow> out) {}

  @Override
  public void notifyCheckpointComplete(long checkpointId) {
    if (System.nanoTime() - nextNanos < 0) {
      return;
    }
    nextNanos = System.nanoTime() + retention.interval().toNanos();
    try {
      requireNonNull(thread).execute(this::clean);
    } catch (RejectedExecutionException e) {
      LOG.debug("The last deletion is still under way");
    }
  }

  private void clean() {
    try (LaneLog log = new KafkaLaneLog(retention)) {
      requireNonNull(janitor).clean(log);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot delete records of the log, trying again later: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the task ends
    }
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.shutdownNow();
    }
  }
}
