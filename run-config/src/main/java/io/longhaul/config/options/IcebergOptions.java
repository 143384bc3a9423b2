package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the tables to which the files of a lake are added, for all commands that add them. */
public final class IcebergOptions {
  public static final String CATALOG = "--iceberg";

  private static final String NAMESPACE = "--iceberg-namespace";
  private static final String WAREHOUSE = "--iceberg-warehouse";
  private static final String NAME = "--iceberg-catalog-name";
  private static final String KEEP_SNAPSHOTS_NAME = "--iceberg-keep-snapshots";

  /** Options that have a meaning only with {@link #CATALOG}. */
  public static final List<String> OF_CATALOG =
      List.of(NAMESPACE, WAREHOUSE, NAME, KEEP_SNAPSHOTS_NAME);

  private static final String DEFAULT_NAME = "longhaul";
  private static final Duration KEEP_SNAPSHOTS = Duration.ofHours(6);

  @Option(
      names = CATALOG,
      paramLabel = "URL",
      description =
          "Iceberg catalog: the URL of a REST server or of a database, such as"
              + " jdbc:postgresql://HOST/DATABASE or, for one machine, jdbc:sqlite:FILE. Credentials:"
              + " LONGHAUL_CATALOG_TOKEN or LONGHAUL_CATALOG_CREDENTIAL (REST),"
              + " LONGHAUL_CATALOG_USER and LONGHAUL_CATALOG_PASSWORD (database)")
  @Nullable String url;

  @Needs(CATALOG)
  @Option(
      names = NAMESPACE,
      paramLabel = "NAME",
      description = "Namespace of the tables; created if necessary. Default: longhaul")
  String namespace = DEFAULT_NAME;

  @Needs(CATALOG)
  @Option(
      names = WAREHOUSE,
      paramLabel = "DIR",
      description =
          "Folder or URI for the metadata and merged files of new tables; for a REST server, the"
              + " name of its warehouse. Default: LAKE/_tables; for a REST server, its own default")
  @Nullable String warehouse;

  @Needs(CATALOG)
  @Option(
      names = NAME,
      paramLabel = "NAME",
      description =
          "Name of the catalog in the database, which can contain several. Default: longhaul")
  String name = DEFAULT_NAME;

  @Needs(CATALOG)
  @Option(
      names = KEEP_SNAPSHOTS_NAME,
      paramLabel = "TIME",
      description =
          "Age up to which snapshots of the tables can be read; older ones are removed. Default: 6h")
  OptionValue.@Nullable SecondsOrZero keepSnapshots;

  /**
   * Reports a missing catalog and invalid values.
   *
   * @param wanted what would be right if there is no catalog
   */
  public void check(OptionProblems problems, String wanted) {
    if (url == null) {
      problems.invalid(CATALOG, "no value", wanted);
    } else {
      TableCatalog.Settings.problemOfUri(url)
          .ifPresent(form -> problems.invalid(CATALOG, url, form));
    }
    if (!TableCatalog.Settings.isNamespace(namespace)) {
      problems.invalid(NAMESPACE, namespace, "up to 100 letters, digits and underscores");
    }
    if (isDatabase() && warehouse != null && ObjectStores.parsed(warehouse).isEmpty()) {
      problems.invalid(WAREHOUSE, warehouse, ObjectStores.WANTED);
    }
  }

  private boolean isDatabase() {
    return url != null && TableCatalog.Settings.isDatabase(url);
  }

  /** Returns the tables of a lake; only of options that were checked. */
  public TableSettings settings(Path lake) {
    Optional<String> folder = Optional.ofNullable(warehouse);
    if (isDatabase()) {
      Path tables = folder.flatMap(ObjectStores::parsed).orElseGet(() -> lake.resolve("_tables"));
      folder = Optional.of(tables.toAbsolutePath().normalize().toString());
    }
    return new TableSettings(
        new TableCatalog.Settings(String.valueOf(url), name, namespace, folder),
        Duration.ofNanos(OptionValue.of(keepSnapshots, KEEP_SNAPSHOTS.toNanos())));
  }
}
