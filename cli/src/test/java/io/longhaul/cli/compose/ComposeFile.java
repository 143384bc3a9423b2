package io.longhaul.cli.compose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The services of a compose file, each after those that it depends on. Only what a process without
 * a container needs is read.
 */
record ComposeFile(List<ComposeService> services) {

  static ComposeFile read(Path file) throws IOException {
    Map<?, ?> root =
        map(new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file)));
    Map<String, ComposeService> byName = new LinkedHashMap<>();
    map(root.get("services"))
        .forEach((name, service) -> byName.put((String) name, service((String) name, service)));
    Map<String, ComposeService> inOrder = new LinkedHashMap<>();
    byName.values().forEach(service -> add(service, byName, inOrder));
    return new ComposeFile(List.copyOf(inOrder.values()));
  }

  ComposeService service(String name) {
    return services.stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void add(
      ComposeService service,
      Map<String, ComposeService> byName,
      Map<String, ComposeService> inOrder) {
    service.dependsOn().keySet().forEach(name -> add(byName.get(name), byName, inOrder));
    inOrder.putIfAbsent(service.name(), service);
  }

  private static ComposeService service(String name, Object service) {
    Map<?, ?> definition = map(service);
    Map<String, String> environment = new LinkedHashMap<>();
    // Variables without a value are those of the shell, which a process without a container has.
    map(definition.get("environment"))
        .forEach(
            (key, value) -> {
              if (value != null) {
                environment.put((String) key, (String) value);
              }
            });
    Map<String, String> dependsOn = new LinkedHashMap<>();
    map(definition.get("depends_on"))
        .forEach((key, value) -> dependsOn.put((String) key, (String) map(value).get("condition")));
    return new ComposeService(
        name, (String) definition.get("command"), environment, healthcheck(definition), dependsOn);
  }

  /** Of {@code ["CMD-SHELL", command]}. */
  private static Optional<String> healthcheck(Map<?, ?> service) {
    List<Object> words = new ArrayList<>();
    if (map(service.get("healthcheck")).get("test") instanceof List<?> test) {
      words.addAll(test);
    }
    return words.isEmpty() ? Optional.empty() : Optional.of((String) words.get(1));
  }

  private static Map<?, ?> map(Object node) {
    return node == null ? Map.of() : (Map<?, ?>) node;
  }
}
