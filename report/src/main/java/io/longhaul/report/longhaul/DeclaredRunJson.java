package io.longhaul.report.longhaul;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.longhaul.report.ExportLevel;
import io.longhaul.report.figures.DeclaredRun;
import io.longhaul.report.json.JsonDocument;
import io.longhaul.report.json.ReadJson;
import io.longhaul.sinks.ExportLayout;
import io.longhaul.sinks.OptionalExport;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.store.ObjectStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code run.json}: what was known about a run when it started. */
public final class DeclaredRunJson {
  private static final String LAKE = "lake";
  private static final String TABLES = "iceberg";

  private DeclaredRunJson() {}

  /** Writes the file atomically. */
  public static void write(
      DeclaredRun run, RequestedExports exports, RunLake lake, StartCommand command)
      throws IOException {
    JsonNode configuration = ReadJson.of(run.configurationJson());
    ExportLayout layout = exports.layout();
    JsonDocument.write(
        layout.runJson(),
        json -> {
          json.text("schema_version", "1");
          json.text("run_id", run.runId());
          if (lake.isShared()) {
            json.text(LAKE, lake.lake().folder().toString());
          }
          json.text("tool_version", run.toolVersion());
          json.integer("planned_requests", run.plannedRequests());
          json.text("token_source", run.tokenSource());
          json.text("endpoint_type", run.endpointType());
          json.truth("streaming", run.streaming());
          json.truth("fixed_schedule", run.fixedSchedule());
          json.object(
              "exports",
              () -> {
                json.text("level", word(exports.level()));
                json.text("prefix", layout.prefix());
                json.texts(
                    "also", layout.also().stream().sorted().map(DeclaredRunJson::word).toList());
                json.truth("require_valid", exports.requireValid());
                if (exports.tables().isPresent()) {
                  writeTables(exports.tables().get(), json);
                }
              });
          json.object(
              "command",
              () -> {
                json.texts("arguments", command.arguments());
                json.text("working_directory", command.workingDirectory());
                json.texts("secret_headers", command.secretHeaders().stream().sorted().toList());
              });
          json.tree("configuration", configuration);
        });
  }

  private static void writeTables(TableSettings tables, JsonDocument json) throws IOException {
    json.object(
        TABLES,
        () -> {
          json.text("catalog", tables.catalog().uri());
          json.text("catalog_name", tables.catalog().name());
          json.text("namespace", tables.catalog().namespace());
          json.textIfAny("warehouse", tables.catalog().warehouse().orElse(null));
          json.integer("keep_snapshots_ns", tables.keepSnapshots().toNanos());
        });
  }

  private static Optional<TableSettings> tables(JsonNode tables) {
    if (!tables.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new TableSettings(
            new TableCatalog.Settings(
                tables.path("catalog").asText(),
                tables.path("catalog_name").asText(),
                tables.path("namespace").asText(),
                Optional.ofNullable(tables.path("warehouse").textValue())),
            Duration.ofNanos(tables.path("keep_snapshots_ns").asLong())));
  }

  /**
   * Reads the file of a run; empty if the folder has no such file, as when only the lake exists.
   *
   * @throws IOException if the file exists but is invalid
   */
  public static Optional<DeclaredRun> read(ExportLayout layout, String runId) throws IOException {
    Path file = layout.runJson();
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonNode run = tree(file);
    if (!run.path("run_id").asText().equals(runId)) {
      return Optional.empty();
    }
    return Optional.of(
        new DeclaredRun(
            runId,
            run.path("tool_version").asText(),
            run.path("configuration").toString(),
            run.path("planned_requests").asLong(-1),
            run.path("token_source").asText(),
            run.path("endpoint_type").asText(),
            run.path("streaming").asBoolean(),
            run.path("fixed_schedule").asBoolean()));
  }

  /**
   * Reads what the run in a folder writes at its end. Files of older versions do not contain it;
   * then it is what a run writes without options.
   *
   * @return empty if the folder has no such file
   * @throws IOException if the file exists but is invalid
   */
  public static Optional<RequestedExports> exportsIn(Path folder) throws IOException {
    Path file = new ExportLayout(folder).runJson();
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    JsonNode exports = tree(file).path("exports");
    Set<OptionalExport> also = EnumSet.noneOf(OptionalExport.class);
    for (JsonNode export : exports.path("also")) {
      also.add(constant(OptionalExport.class, export.asText(), file));
    }
    return Optional.of(
        new RequestedExports(
            new ExportLayout(
                folder, exports.path("prefix").asText(ExportLayout.DEFAULT_PREFIX), also),
            constant(
                ExportLevel.class, exports.path("level").asText(word(ExportLevel.RECORDS)), file),
            exports.path("require_valid").asBoolean(),
            tables(exports.path(TABLES))));
  }

  /**
   * Reads the command that started the run in a folder.
   *
   * @return empty if the folder has no such file, or an older version wrote it
   * @throws IOException if the file exists but is invalid
   */
  public static Optional<StartCommand> commandIn(Path folder) throws IOException {
    Path file = new ExportLayout(folder).runJson();
    JsonNode run = Files.exists(file) ? tree(file) : MissingNode.getInstance();
    JsonNode command = run.path("command");
    List<String> arguments = new ArrayList<>();
    command.path("arguments").forEach(argument -> arguments.add(argument.asText()));
    Set<String> secretHeaders = new TreeSet<>();
    command.path("secret_headers").forEach(name -> secretHeaders.add(name.asText()));
    return arguments.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new StartCommand(
                run.path("run_id").asText(),
                arguments,
                command.path("working_directory").asText(),
                secretHeaders));
  }

  /**
   * Returns the lake of the run in a folder: the one that the file names, or the one in the folder.
   *
   * @throws IOException if the file exists but is invalid
   */
  public static RunLake lakeOf(ExportLayout layout) throws IOException {
    Path file = layout.runJson();
    JsonNode run = Files.exists(file) ? tree(file) : MissingNode.getInstance();
    Optional<String> runId = Optional.of(run.path("run_id").asText()).filter(id -> !id.isEmpty());
    return RunLake.of(
        layout,
        Optional.of(run.path(LAKE).asText())
            .filter(lake -> !lake.isEmpty())
            .map(ObjectStores::folder),
        runId);
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word, Path file)
      throws IOException {
    try {
      return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "Cannot read " + file + ": this version does not know the export " + word, e);
    }
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return ReadJson.from(file);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "Cannot read " + file + ": it is not JSON (move it away to report without it)", e);
    }
  }
}
