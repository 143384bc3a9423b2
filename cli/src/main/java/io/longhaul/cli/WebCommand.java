package io.longhaul.cli;

import io.longhaul.cli.api.AccessToken;
import io.longhaul.cli.api.ServerName;
import io.longhaul.cli.run.Interrupts;
import io.longhaul.cli.web.RunsServer;
import io.longhaul.config.binding.CommandLineParsing;
import io.longhaul.config.binding.InvalidOptionsException;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.options.LakeFolderConverter;
import io.longhaul.config.value.ApiAddress;
import io.longhaul.config.value.KafkaConfigFile;
import io.longhaul.config.value.OtlpSettings;
import io.longhaul.config.value.WebToken;
import io.longhaul.control.ExitCode;
import io.longhaul.control.KafkaCluster;
import io.longhaul.control.RunFailedException;
import io.longhaul.kafka.Role;
import io.longhaul.sinks.lake.Lake;
import java.io.Closeable;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Serves pages about the runs of a standing installation. */
@Command(
    name = "web",
    description = {
      "Serves pages about all runs of a lake: a table, reports, live charts and comparisons.",
      "It only reads, and runs until Ctrl-C."
    },
    sortOptions = false,
    footer = {
      "",
      "longhaul web --lake /data/lake",
      "longhaul web --lake /data/lake --kafka kafka:9092 --port 9090 --token-file /etc/longhaul/token"
    })
final class WebCommand implements Action {
  private static final int MAX_PORT = 65_535;
  private static final String NAME_OPTION = "--public-name";

  @Option(
      names = "--lake",
      paramLabel = "LAKE",
      converter = LakeFolderConverter.class,
      description = "Lake (folder of Parquet files) with any number of runs. May be repeated.")
  List<Path> lakeFolders = new ArrayList<>();

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description =
          "Kafka brokers of runs on several machines; separate several with commas. Shows runs"
              + " before their first slice is in the lake, and what is planned for them.")
  @Nullable String kafka;

  @Option(
      names = KafkaConfigFile.OPTION,
      paramLabel = "FILE",
      description = KafkaConfigFile.DESCRIPTION)
  @Nullable Path kafkaConfig;

  @Option(
      names = "--topic-prefix",
      description = "Prefix of the Kafka topic names. Default: longhaul")
  @Nullable String topicPrefix;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description =
          "Address to listen on. Connections are not encrypted: other machines should reach the"
              + " server through a proxy with TLS. Default: 127.0.0.1")
  String host = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port to listen on; 0 for any free port. Default: 0")
  int port;

  @Option(
      names = NAME_OPTION,
      paramLabel = "NAME",
      description =
          "Host name by which browsers reach the server, such as that of a proxy. Default: --host")
  @Nullable String publicName;

  @Option(
      names = WebToken.FILE_OPTION,
      paramLabel = "FILE",
      description =
          "File with a fixed token. The server rejects requests without it. Default: the environment"
              + " variable LONGHAUL_WEB_TOKEN, or a new random token")
  @Nullable Path tokenFile;

  @Override
  @SuppressWarnings("try") // only handles signals and sends metrics until the end
  public ExitCode run(ParseResult parsed, Terminal terminal)
      throws InvalidOptionsException, RunFailedException, IOException, InterruptedException {
    OptionProblems problems = new OptionProblems();
    CommandLineParsing.reportErrors(parsed, problems);
    List<Lake> lakes = lakes(problems);
    if (port < 0 || port > MAX_PORT) {
      problems.invalid("--port", port, "from 0 to " + MAX_PORT);
    }
    if (kafka == null && kafkaConfig != null) {
      problems.invalid(KafkaConfigFile.OPTION, kafkaConfig, "only with --kafka");
    }
    if (kafka == null && topicPrefix != null) {
      problems.invalid("--topic-prefix", topicPrefix, "only with --kafka");
    }
    Optional<String> fixedToken = WebToken.find(tokenFile, System.getenv(), problems);
    Optional<OtlpSettings> otlp = OtlpSettings.read(System.getenv(), problems);
    problems.throwIfAny();

    Optional<KafkaCluster> cluster = cluster(terminal);
    if (cluster.isPresent()) {
      cluster.get().requireAccess(Role.WEB, "");
    }
    CountDownLatch ended = new CountDownLatch(1);
    try (Interrupts interrupts = new Interrupts(number -> ended.countDown());
        RunsServer server =
            open(lakes, cluster, fixedToken.map(AccessToken::new).orElseGet(AccessToken::random));
        Closeable pushed = StatusOptions.push(otlp, server.status(), terminal)) {
      terminal.out().println(fixedToken.isPresent() ? withoutToken(server) : server.url());
      terminal.out().flush();
      terminal.message("Ctrl-C ends the server");
      ended.await();
    }
    return ExitCode.DONE;
  }

  /** A fixed token is not printed, because standing servers print to logs. */
  private static String withoutToken(RunsServer server) {
    return server.url().replaceFirst("=.*", "=TOKEN");
  }

  private List<Lake> lakes(OptionProblems problems) throws IOException {
    if (lakeFolders.isEmpty()) {
      problems.invalid("--lake", "no value", "at least one");
    }
    List<Lake> lakes = new ArrayList<>();
    for (Path given : lakeFolders) {
      lakes.add(new GivenLake("--lake", given).checked(problems));
    }
    return lakes;
  }

  private Optional<KafkaCluster> cluster(Terminal terminal) throws InvalidOptionsException {
    return kafka == null
        ? Optional.empty()
        : Optional.of(KafkaOptions.cluster(kafka, kafkaConfig, topicPrefix, terminal));
  }

  private RunsServer open(List<Lake> lakes, Optional<KafkaCluster> cluster, AccessToken token)
      throws RunFailedException {
    try {
      return RunsServer.open(
          new ApiAddress(host, port).resolved(),
          new ServerName(publicName == null ? host : publicName, NAME_OPTION),
          token,
          lakes,
          cluster,
          Version.text());
    } catch (UnknownHostException e) {
      throw RunFailedException.usage(
          "Invalid --host: " + host + " (an address, or a name of this machine)");
    } catch (IOException e) {
      throw RunFailedException.usage(
          "Cannot listen on %s, port %d: %s (give another --host or --port)"
              .formatted(host, port, e.getMessage()));
    }
  }
}
