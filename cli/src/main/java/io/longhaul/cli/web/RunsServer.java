package io.longhaul.cli.web;

import io.longhaul.cli.api.AccessToken;
import io.longhaul.cli.api.ProcessStatus;
import io.longhaul.cli.api.ServerName;
import io.longhaul.cli.api.WebServer;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.coordinator.AnnouncedRun;
import io.longhaul.sinks.lake.Lake;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Serves the pages about all runs of some lakes, until it is closed. */
public final class RunsServer implements AutoCloseable {
  /** Size of all computed pages on the disk. */
  private static final long MOST_BYTES = 512L << 20;

  private final WebServer server;
  private final FollowedRuns followed;
  private final ComputedPages computed;
  private final RefreshedRuns runs;
  private final RunPages pages;

  private RunsServer(
      AccessToken token,
      List<Lake> lakes,
      LakeRuns.Announcements announcements,
      ComputedPages computed,
      String version) {
    this.server = new WebServer(token);
    this.runs = new RefreshedRuns(new LakeRuns(lakes, announcements, Instant::now), Instant::now);
    this.followed = new FollowedRuns(server, runs, Instant::now);
    this.computed = computed;
    this.pages = new RunPages(runs, followed, computed, token.text(), version);
  }

  /**
   * Opens the port, and begins to read the runs.
   *
   * @param address address to bind; port 0 for any free port
   * @param ownName host name by which browsers reach the server
   * @param lakes the lakes, numbered from 1 in the addresses of the pages
   * @param kafka the cluster with the control topic of runs in progress; empty for none
   * @param version version of the build
   * @throws IOException if the port cannot be bound
   */
  public static RunsServer open(
      InetSocketAddress address,
      ServerName ownName,
      AccessToken token,
      List<Lake> lakes,
      Optional<KafkaCluster> kafka,
      String version)
      throws IOException {
    ComputedPages computed =
        new ComputedPages(Files.createTempDirectory("longhaul-web-"), MOST_BYTES, Instant::now);
    LakeRuns.Announcements announcements =
        kafka
            .<LakeRuns.Announcements>map(cluster -> () -> AnnouncedRun.all(cluster))
            .orElse(LakeRuns.Announcements.NONE);
    RunsServer server = new RunsServer(token, lakes, announcements, computed, version);
    try {
      server.server.open(address, ownName, server.pages);
    } catch (IOException e) {
      server.close();
      throw e;
    }
    server.pages.begin();
    return server;
  }

  /** Returns the URL of the first page, with the token. */
  public String url() {
    return server.url();
  }

  /** Returns the state of this process. */
  public ProcessStatus status() {
    return pages.status();
  }

  /** Closes the port, and deletes all computed pages. */
  @Override
  public void close() {
    server.close();
    runs.close();
    followed.close();
    computed.close();
  }
}
