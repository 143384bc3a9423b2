package io.longhaul.config.options;

import io.longhaul.config.binding.Needs;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.sinks.iceberg.TableCatalog;
import io.longhaul.sinks.iceberg.TableSettings;
import io.longhaul.sinks.store.ObjectStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
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
  private static final String SQLITE = "jdbc:sqlite:";

  /** A user in a URL, or a parameter whose value is likely to be a secret. */
  private static final Pattern SECRET =
      Pattern.compile(
          "//[^/@?]*@|[?&;][^=&;]*(?:password|secret|token|key|credential)[^=&;]*=",
          Pattern.CASE_INSENSITIVE);

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

  /** Reports a catalog that cannot be stored with a run, which another process may continue. */
  void checkStored(OptionProblems problems) {
    if (url == null) {
      return;
    }
    if (SECRET.matcher(url).find()) {
      problems.invalid(
          CATALOG,
          CommandLineText.HIDDEN,
          "without users and secrets, because the run stores it: set LONGHAUL_CATALOG_USER and"
              + " LONGHAUL_CATALOG_PASSWORD, or LONGHAUL_CATALOG_TOKEN");
    } else if (url.startsWith(SQLITE) && !url.startsWith(SQLITE + "/")) {
      problems.invalid(CATALOG, url, "an absolute path, such as jdbc:sqlite:/data/catalog.db");
    }
  }

  /** Reports the catalog, if there is one, because the lake does not have this format. */
  void refuse(OptionProblems problems) {
    problems.refuse(CATALOG, url, "it needs " + OutputOptions.LAKE_FORMAT + " iceberg");
  }

  private boolean isDatabase() {
    return url != null && TableCatalog.Settings.isDatabase(url);
  }

  /** Returns the tables of a lake; only of options that were checked. */
  public TableSettings settings(Path lake) {
    Optional<String> folder = Optional.ofNullable(warehouse);
    if (isDatabase()) {
      Path tables = folder.flatMap(ObjectStores::parsed).orElseGet(() -> usualWarehouse(lake));
      folder = Optional.of(tables.toAbsolutePath().normalize().toString());
    }
    return new TableSettings(
        new TableCatalog.Settings(String.valueOf(url), name, namespace, folder),
        Duration.ofNanos(OptionValue.of(keepSnapshots, KEEP_SNAPSHOTS.toNanos())));
  }

  private static Path usualWarehouse(Path lake) {
    return lake.resolve("_tables");
  }

  /**
   * Returns the options that name a catalog and its tables, for a command that the user pastes.
   *
   * @param lake lake whose files are in the tables
   */
  public static List<String> wordsFor(TableCatalog.Settings tables, Path lake) {
    List<String> words = new ArrayList<>(List.of(CATALOG, tables.shownUri()));
    if (!tables.namespace().equals(DEFAULT_NAME)) {
      words.addAll(List.of(NAMESPACE, tables.namespace()));
    }
    tables
        .warehouse()
        .filter(folder -> !folder.equals(usualWarehouse(lake).toString()))
        .ifPresent(folder -> words.addAll(List.of(WAREHOUSE, folder)));
    if (!tables.name().equals(DEFAULT_NAME)) {
      words.addAll(List.of(NAME, tables.name()));
    }
    return words;
  }
}
