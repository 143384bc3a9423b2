package io.longhaul.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * The schemas with which released versions wrote events, from the resources {@code
 * released/RELEASE/KIND.avsc}. Logs contain such events, and so do lanes of generators that were
 * not upgraded yet.
 */
final class ReleasedSchemas {
  /** The folder {@code v1} contains schemas from before the first release. */
  private static final List<String> RELEASES = List.of("v1", "0.1.0");

  private static final Map<EventKind, List<Schema>> SCHEMAS = load();

  private ReleasedSchemas() {}

  /** Returns the schemas of a kind of event, oldest first. */
  static List<Schema> of(EventKind kind) {
    return SCHEMAS.getOrDefault(kind, List.of());
  }

  private static Map<EventKind, List<Schema>> load() {
    Map<EventKind, List<Schema>> schemas = new EnumMap<>(EventKind.class);
    for (EventKind kind : EventKind.values()) {
      List<Schema> released = new ArrayList<>();
      for (String release : RELEASES) {
        String resource = "released/" + release + "/" + kind.word() + ".avsc";
        try (InputStream in = ReleasedSchemas.class.getResourceAsStream(resource)) {
          if (in != null) { // a release without this kind of event
            released.add(new Schema.Parser().parse(in));
          }
        } catch (IOException e) {
          throw new UncheckedIOException("Cannot read schema: " + resource, e);
        }
      }
      schemas.put(kind, List.copyOf(released));
    }
    return schemas;
  }
}
