package io.longhaul.cli.embedded;

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
 * A Flink cluster of one slot inside this process, heard on loopback only, for a job that runs as
 * long as its run. Started and closed by one thread.
 */
public final class EmbeddedFlink implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final long CLOSE_TIMEOUT_SECONDS = 15;

  private final MiniCluster cluster;

  private EmbeddedFlink(MiniCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Starts a cluster for jobs of parallelism 1.
   *
   * @param folder takes temporary files
   */
  public static EmbeddedFlink start(Path folder) throws Exception {
    return start(folder, 1);
  }

  /**
   * Starts the cluster.
   *
   * @param folder takes temporary files
   * @param slots the greatest parallelism of a job
   */
  public static EmbeddedFlink start(Path folder, int slots) throws Exception {
    Configuration clusterSettings = clusterSettings(folder);
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(clusterSettings)
                .setCommonBindAddress(LOOPBACK)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(slots)
                .build());
    cluster.start();
    return new EmbeddedFlink(cluster);
  }

  /** Everything that would listen on all interfaces, or answer other web pages, is told not to. */
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

    // State is on the heap and there is one task manager, so hardly any memory is set aside.
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
    settings.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(8));
    return settings;
  }

  /**
   * Begins a job.
   *
   * @param job with all its settings
   * @throws ExecutionException when the cluster refuses it
   */
  public EmbeddedJob submit(StreamExecutionEnvironment job)
      throws ExecutionException, InterruptedException {
    return new EmbeddedJob(cluster, cluster.submitJob(job.getStreamGraph()).get().getJobID());
  }

  /** Begins to end all jobs and the cluster; {@link #close} waits for that. */
  @SuppressWarnings("FutureReturnValueIgnored") // The same one that close() waits for.
  public void closeAsync() {
    cluster.closeAsync();
  }

  /**
   * Ends all jobs and the cluster.
   *
   * @throws IllegalStateException when it does not end in time
   */
  @Override
  public void close() {
    try {
      cluster.closeAsync().get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot end Flink: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Cannot end Flink: it still runs after " + CLOSE_TIMEOUT_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
