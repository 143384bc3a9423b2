package io.longhaul.sinks.iceberg;

import io.longhaul.sinks.store.ObjectStores;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTClient;
import org.apache.iceberg.rest.RESTSessionCatalog;

/**
 * A namespace of tables in an Iceberg catalog: a REST server, or a database. Whatever the catalog
 * says about access to files, they are accessed as those of the lake.
 */
public final class TableCatalog implements Closeable {
  private static final String HTTP = "http://";
  private static final String HTTPS = "https://";
  private static final String JDBC = "jdbc:";

  /** Users and passwords in URLs, and parameters, which can be passwords. */
  private static final Pattern SECRETS = Pattern.compile("(?<=//)[^/@?]*@|\\?.*");

  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_]{1,100}");

  private final Catalog catalog;
  private final Closeable connections;
  private final Namespace namespace;
  private final String shownName;

  TableCatalog(Catalog catalog, Closeable connections, Namespace namespace, String shownName) {
    this.catalog = catalog;
    this.connections = connections;
    this.namespace = namespace;
    this.shownName = shownName;
  }

  /**
   * How to reach a catalog.
   *
   * @param uri URL of a REST server, or of a database for JDBC
   * @param name name of the catalog in a database, which can contain several
   * @param namespace namespace of the tables
   * @param warehouse folder of new tables; for a REST server the name of its warehouse, empty for
   *     its default
   */
  public record Settings(String uri, String name, String namespace, Optional<String> warehouse) {

    /** Returns what would be right if the URI is invalid; empty if it is valid. */
    public static Optional<String> problemOfUri(String uri) {
      return uri.startsWith(HTTP) || uri.startsWith(HTTPS) || uri.startsWith(JDBC)
          ? Optional.empty()
          : Optional.of(
              "the URL of an Iceberg REST catalog, such as http://catalog:8181, or of a database,"
                  + " such as jdbc:sqlite:/data/catalog.db or jdbc:postgresql://host/database");
    }

    /** Returns whether the text can be a namespace. */
    public static boolean isNamespace(String text) {
      return NAMESPACE.matcher(text).matches();
    }

    /** Returns whether the URI is that of a database, whose tables need a warehouse. */
    public static boolean isDatabase(String uri) {
      return uri.startsWith(JDBC);
    }

    /** Returns where the tables are, without secrets. */
    public String place() {
      return "namespace %s of %s".formatted(namespace, shownUri());
    }

    /** Returns the URI without users, passwords and parameters. */
    public String shownUri() {
      return SECRETS.matcher(uri).replaceAll("");
    }
  }

  /**
   * Connects to a catalog, and creates the namespace if it does not exist.
   *
   * @param environment variables of the process, with the credentials for the catalog
   * @throws CatalogException if the catalog cannot be reached or refuses the access
   */
  public static TableCatalog open(Settings settings, Map<String, String> environment)
      throws IOException {
    Namespace namespace = Namespace.of(settings.namespace());
    TableCatalog opened =
        Settings.isDatabase(settings.uri())
            ? database(settings, environment, namespace)
            : server(settings, environment, namespace);
    opened.createNamespace();
    return opened;
  }

  private static TableCatalog database(
      Settings settings, Map<String, String> environment, Namespace namespace) throws IOException {
    Path warehouse = ObjectStores.folder(settings.warehouse().orElseThrow());
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.URI, settings.uri());
    properties.put(CatalogProperties.WAREHOUSE_LOCATION, StoreFileIO.location(warehouse));
    put(properties, JdbcCatalog.PROPERTY_PREFIX + "user", environment, "LONGHAUL_CATALOG_USER");
    put(
        properties,
        JdbcCatalog.PROPERTY_PREFIX + "password",
        environment,
        "LONGHAUL_CATALOG_PASSWORD");
    createFolderOfDatabase(settings);
    JdbcCatalog catalog = new JdbcCatalog(any -> new StoreFileIO(), null, true);
    try {
      catalog.initialize(settings.name(), properties);
    } catch (RuntimeException e) {
      throw CatalogException.of(settings.shownUri(), e);
    }
    return new TableCatalog(catalog, catalog, namespace, settings.shownUri());
  }

  /** SQLite creates files, but not their folders. */
  private static void createFolderOfDatabase(Settings settings) throws IOException {
    String sqlite = JDBC + "sqlite:";
    if (settings.uri().startsWith(sqlite + "/")) {
      Path folder = Path.of(settings.uri().substring(sqlite.length())).getParent();
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new CatalogException(
            "Cannot use the catalog %s: the folder %s cannot be created"
                .formatted(settings.shownUri(), folder));
      }
    }
  }

  private static TableCatalog server(
      Settings settings, Map<String, String> environment, Namespace namespace) throws IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put(CatalogProperties.URI, settings.uri());
    settings
        .warehouse()
        .ifPresent(name -> properties.put(CatalogProperties.WAREHOUSE_LOCATION, name));
    // Otherwise, each look at a table would send the server a report.
    properties.put("rest-metrics-reporting-enabled", "false");
    put(properties, "token", environment, "LONGHAUL_CATALOG_TOKEN");
    put(properties, "credential", environment, "LONGHAUL_CATALOG_CREDENTIAL");
    RESTCatalog catalog =
        new RESTCatalog() {
          @Override
          protected RESTSessionCatalog newSessionCatalog(
              Function<Map<String, String>, RESTClient> client) {
            return new RESTSessionCatalog(client, (session, given) -> new StoreFileIO());
          }
        };
    try {
      catalog.initialize(settings.name(), properties);
    } catch (RuntimeException e) {
      throw CatalogException.of(settings.shownUri(), e);
    }
    return new TableCatalog(catalog, catalog, namespace, settings.shownUri());
  }

  private static void put(
      Map<String, String> properties,
      String property,
      Map<String, String> environment,
      String variable) {
    String value = environment.getOrDefault(variable, "");
    if (!value.isEmpty()) {
      properties.put(property, value);
    }
  }

  private void createNamespace() throws IOException {
    try {
      SupportsNamespaces namespaces = (SupportsNamespaces) catalog;
      if (!namespaces.namespaceExists(namespace)) {
        namespaces.createNamespace(namespace);
      }
    } catch (RuntimeException e) {
      close();
      throw CatalogException.of(shownName, e);
    }
  }

  Catalog catalog() {
    return catalog;
  }

  Namespace namespace() {
    return namespace;
  }

  /** Returns the URL of the catalog without secrets. */
  @Override
  public String toString() {
    return shownName;
  }

  @Override
  public void close() throws IOException {
    connections.close();
  }
}
