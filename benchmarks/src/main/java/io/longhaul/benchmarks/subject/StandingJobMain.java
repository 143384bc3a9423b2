package io.longhaul.benchmarks.subject;

import com.sun.management.UnixOperatingSystemMXBean;
import io.longhaul.pipeline.ProfileJobMain;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.ErrorInfo;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The job of a Flink cluster, submitted through its main class as {@code longhaul submit} does, in
 * one process with a JobManager and a TaskManager. It continues from the newest savepoint. It uses
 * no class of Longhaul but the job's main class, so that it can run with the jars of another
 * version.
 *
 * <p>Arguments: a folder for temporary files, the folder of the checkpoints, then the arguments of
 * the job. Commands:
 *
 * <ul>
 *   <li>{@code await N}: waits until the job has read N records in this process; {@link Progress}
 *   <li>{@code checkpoint}: completes a checkpoint; {@link Progress}
 *   <li>{@code measure}: {@link Figures}, after a full garbage collection
 *   <li>{@code stop}: stops the job with a savepoint; {@link Savepoint}
 * </ul>
 *
 * The process ends with a message on standard error when the job fails, even if Flink would restart
 * it.
 */
public final class StandingJobMain {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long POLL_MILLIS = 100;
  private static final long STALLED_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long STEP_TIMEOUT_MINUTES = 10;

  /** The parent kills the process after 10 s. */
  private static final long CLOSE_SECONDS = 9;

  private static final int MAX_COLLECTIONS = 30;
  private static final int UNCHANGED_COLLECTIONS = 4;
  private static final double MIN_RELEASED_MEGABYTES = 0.1;
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final MiniCluster cluster;
  private final RestClusterClient<StandaloneClusterId> client;
  private final JobID job;
  private final String checkpoints;

  /** The number of records that the job has read in this process. */
  public record Progress(long records) {}

  /** What this process uses, and the CPU time that it has used since it started. */
  public record Figures(
      double heapMegabytes,
      double metaspaceMegabytes,
      int threads,
      long openFiles,
      double cpuSeconds) {}

  /** Folder of a savepoint. */
  public record Savepoint(String folder) {}

  private StandingJobMain(
      MiniCluster cluster,
      RestClusterClient<StandaloneClusterId> client,
      JobID job,
      String checkpoints) {
    this.cluster = cluster;
    this.client = client;
    this.job = job;
    this.checkpoints = checkpoints;
  }

  public static void main(String[] args) {
    int status = 0;
    try {
      StandingJobMain standing = start(Path.of(args[0]), args[1], jobArguments(args));
      CommandLoop.run(standing::handle);
      standing.close();
    } catch (Exception e) {
      System.err.println("The job has failed: " + e);
      status = 1;
    }
    // Flink's threads would keep the process alive.
    Runtime.getRuntime().halt(status);
  }

  /** Closes the cluster, which deletes the checkpoints of the stopped job and temporary files. */
  private void close() throws ExecutionException, TimeoutException, InterruptedException {
    client.close();
    cluster.closeAsync().get(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private static String[] jobArguments(String[] args) {
    return Arrays.copyOfRange(args, 2, args.length);
  }

  private static StandingJobMain start(Path folder, String checkpoints, String[] arguments)
      throws Exception {
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings(folder))
                .setCommonBindAddress(LOOPBACK)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(1)
                .build());
    cluster.start();
    URI address = cluster.getRestAddress().get(1, TimeUnit.MINUTES);
    Configuration client = new Configuration();
    client.set(DeploymentOptions.TARGET, "remote");
    client.set(RestOptions.ADDRESS, LOOPBACK);
    client.set(RestOptions.PORT, address.getPort());
    Client.use(client);
    ProfileJobMain.main(arguments);
    JobID job = cluster.listJobs().get(1, TimeUnit.MINUTES).iterator().next().getJobId();
    return new StandingJobMain(
        cluster,
        new RestClusterClient<>(client, StandaloneClusterId.getInstance()),
        job,
        Path.of(checkpoints).toUri().toString());
  }

  private static Configuration settings(Path folder) {
    Configuration settings = new Configuration();
    settings.set(RestOptions.ADDRESS, LOOPBACK);
    settings.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(JobManagerOptions.ADDRESS, LOOPBACK);
    settings.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.HOST, LOOPBACK);
    settings.set(CoreOptions.TMP_DIRS, folder.toString());
    settings.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(POLL_MILLIS));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
    return settings;
  }

  /** Makes this process a client of the cluster, as Flink's command line does. */
  @SuppressWarnings("try") // the superclass declares close() to throw InterruptedException
  private static final class Client extends StreamExecutionEnvironment {
    static void use(Configuration client) {
      initializeContextEnvironment(
          configuration -> {
            Configuration all = new Configuration(client);
            all.addAll(configuration);
            return new StreamExecutionEnvironment(all);
          });
    }
  }

  private Object handle(String command)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    if (command.startsWith("await ")) {
      return await(Long.parseLong(command.substring("await ".length())));
    }
    return switch (command) {
      case "checkpoint" -> checkpoint();
      case "measure" -> measure();
      case "stop" -> stop();
      default -> throw new IllegalArgumentException("Unknown command: " + command);
    };
  }

  private Progress await(long records)
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    long last = -1;
    long lastNanos = System.nanoTime();
    while (true) {
      requireNoFailure();
      long read = recordsRead();
      if (read == records) {
        return new Progress(read);
      }
      if (read > records) {
        throw new IOException("it has read %,d records of %,d".formatted(read, records));
      }
      long now = System.nanoTime();
      if (read > last) {
        last = read;
        lastNanos = now;
      } else if (now - lastNanos > STALLED_NANOS) {
        throw new IOException(
            "it has read no more than %,d records of %,d for 5 minutes".formatted(read, records));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private void requireNoFailure() throws IOException, ExecutionException, InterruptedException {
    ErrorInfo failure = cluster.getExecutionGraph(job).get().getFailureInfo();
    if (failure != null) {
      throw new IOException(failure.getExceptionAsString());
    }
  }

  /** Returns the number of records that the sources have passed on. */
  private long recordsRead() throws ExecutionException, TimeoutException, InterruptedException {
    return client
        .getJobDetails(job)
        .get(STEP_TIMEOUT_MINUTES, TimeUnit.MINUTES)
        .getJobVertexInfos()
        .stream()
        .filter(vertex -> vertex.getName().startsWith("Source: "))
        .mapToLong(vertex -> vertex.getJobVertexMetrics().getRecordsWritten())
        .sum();
  }

  private Progress checkpoint()
      throws IOException, ExecutionException, TimeoutException, InterruptedException {
    cluster.triggerCheckpoint(job, CheckpointType.FULL).get(STEP_TIMEOUT_MINUTES, TimeUnit.MINUTES);
    requireNoFailure();
    return new Progress(recordsRead());
  }

  private static Figures measure() throws InterruptedException {
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double cpuSeconds = system.getProcessCpuTime() / NANOS_PER_SECOND;
    return new Figures(
        liveHeapMegabytes(),
        metaspaceBytes() / BYTES_PER_MEGABYTE,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        system.getOpenFileDescriptorCount(),
        cpuSeconds);
  }

  /**
   * Collects until nothing more becomes free: buffers are released by cleaners, which need time
   * after each collection.
   */
  private static double liveHeapMegabytes() throws InterruptedException {
    double least = Double.POSITIVE_INFINITY;
    int unchanged = 0;
    for (int i = 0; i < MAX_COLLECTIONS && unchanged < UNCHANGED_COLLECTIONS; i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      double used =
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / BYTES_PER_MEGABYTE;
      unchanged = used < least - MIN_RELEASED_MEGABYTES ? 0 : unchanged + 1;
      least = Math.min(least, used);
    }
    return least;
  }

  private static long metaspaceBytes() {
    List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
    return pools.stream()
        .filter(pool -> pool.getName().equals("Metaspace"))
        .mapToLong(pool -> pool.getUsage().getUsed())
        .sum();
  }

  /** Returns after the files of the last rows have their final names. */
  private Savepoint stop() throws ExecutionException, TimeoutException, InterruptedException {
    String savepoint =
        cluster
            .stopWithSavepoint(job, checkpoints, false, SavepointFormatType.CANONICAL)
            .get(STEP_TIMEOUT_MINUTES, TimeUnit.MINUTES);
    cluster.requestJobResult(job).get(STEP_TIMEOUT_MINUTES, TimeUnit.MINUTES);
    return new Savepoint(Path.of(URI.create(savepoint)).toString());
  }
}
