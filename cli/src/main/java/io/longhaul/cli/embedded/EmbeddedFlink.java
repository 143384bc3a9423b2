package io.longhaul.cli.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.BlobServerOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A Flink cluster inside this process that listens on loopback only. Started and closed by one
 * thread.
 */
public final class EmbeddedFlink implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long CLOSE_TIMEOUT_SECONDS = 15;

  private final MiniCluster cluster;

  private EmbeddedFlink(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts a cluster with one slot.
   *
   * @param folder takes temporary files
   * @throws IOException if the cluster cannot be started
   */
  public static EmbeddedFlink start(Path folder) throws IOException, InterruptedException {
    return start(folder, 1);
  }

  /**
   * Starts the cluster.
   *
   * @param folder folder for temporary files
   * @param slots maximum parallelism of a job
   * @throws IOException if the cluster cannot be started
   */
  public static EmbeddedFlink start(Path folder, int slots)
      throws IOException, InterruptedException {
    Configuration clusterSettings = clusterSettings(folder);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(clusterSettings)
                .setCommonBindAddress(LOOPBACK)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
    start(cluster);
    return new EmbeddedFlink(cluster);
  }

  private static void start(MiniCluster cluster) throws IOException, InterruptedException {
    try {
      cluster.start();
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Binds all ports to loopback and disables access from other web pages. */
  private static Configuration clusterSettings(Path folder) {
    Configuration settings = new Configuration();
    settings.set(RestOptions.ADDRESS, LOOPBACK);
    settings.set(RestOptions.BIND_ADDRESS, LOOPBACK);
    settings.set(RestOptions.BIND_PORT, "0");
    settings.set(JobManagerOptions.ADDRESS, LOOPBACK);
    settings.set(JobManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.BIND_HOST, LOOPBACK);
    settings.set(TaskManagerOptions.HOST, LOOPBACK);
    settings.set(WebOptions.ACCESS_CONTROL_ALLOW_ORIGIN, "http://" + LOOPBACK);
    settings.set(WebOptions.CANCEL_ENABLE, false);
    settings.set(WebOptions.SUBMIT_ENABLE, false);
    settings.set(CoreOptions.TMP_DIRS, folder.resolve("tmp").toString());
    settings.set(BlobServerOptions.STORAGE_DIRECTORY, folder.resolve("blobs").toString());

    // State is on the heap and there is one TaskManager, so little off-heap memory is needed.
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
    return settings;
  }

  /**
   * Submits a job.
   *
   * @param job environment of the job, with all settings
   * @throws IOException if the cluster rejects the job
   */
  public EmbeddedJob submit(StreamExecutionEnvironment job)
      throws IOException, InterruptedException {
    try {
      return new EmbeddedJob(cluster, cluster.submitJob(job.getStreamGraph()).get().getJobID());
    } catch (ExecutionException e) {
      throw new IOException(e.toString(), e);
    }
  }

  /** Starts to close all jobs and the cluster; {@link #close} waits for it. */
  @SuppressWarnings("FutureReturnValueIgnored") // close() waits for the same future
  public void closeAsync() {
    cluster.closeAsync();
  }

  /**
   * Closes all jobs and the cluster.
   *
   * @throws IllegalStateException if closing fails or takes too long
   */
  @Override
  public void close() {
    try {
      cluster.closeAsync().get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot end Flink: " + requireNonNull(e.getCause()).getMessage(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot end Flink: it still runs after " + CLOSE_TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
