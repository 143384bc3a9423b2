package io.longhaul.config.runfile;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** {@code models} and {@code endpoint}: where requests go and what they say. */
record EndpointPart(FileValues values) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  void read(Section benchmark) {
    models(benchmark);
    benchmark.read("endpoint", this::endpoint);
  }

  private void models(Section benchmark) {
    String key = benchmark.has("model") ? "model" : "models";
    benchmark.refuseWith("model", "models");
    if (!(benchmark.value(key).orElse(null) instanceof Map)) {
      values.addList(benchmark, key, "--model");
      return;
    }
    Section models = benchmark.section(key).orElseThrow();
    values.addAll(models, "models");
    StringBuilder names = new StringBuilder();
    for (Section item : models.sections("items")) {
      item.text("name").ifPresent(name -> names.append(names.isEmpty() ? "" : ",").append(name));
      item.refuse("weight", "weights are not supported; models are selected round_robin or random");
      for (String other : new String[] {"lora", "modalities", "tokenizer"}) {
        item.refuse(other, "settings for individual models are not supported");
      }
      item.refuseRest();
    }
    if (!names.isEmpty()) {
      values.add("--model", models.pathOf("items"), names.toString());
    }
    models.refuseRest();
  }

  private void endpoint(Section endpoint) {
    values.addList(endpoint, endpoint.has("urls") ? "urls" : "url", "--url");
    endpoint.refuseWith("url", "urls");
    values.addAll(endpoint, "endpoint");
    values.addIfTrue(endpoint, "perChunkUsage", "--per-chunk-usage");
    values.addIfTrue(endpoint, "downloadVideoContent", "--download-video-content");
    values.addValue(endpoint, "requestContentType", "--request-content-type");
    values.addIfTrue(endpoint, "uuidAndStrip", "--uuid-and-strip");
    endpoint.refuse("resetKvCache", "resetting caches is not supported");
    endpoint.refuse("serverProfiler", "starting server profilers is not supported");
    Optional<Section> template = endpoint.section("template");
    if (template.isPresent() && !endpoint.has("type")) {
      values.add("--endpoint-type", template.get().path(), "template");
    }
    headers(endpoint);
    extras(endpoint, template);
  }

  /** What was typed stands behind them, and of equal names the last wins. */
  private void headers(Section endpoint) {
    Map<?, ?> headers = endpoint.map("headers").orElse(Map.of());
    headers.forEach(
        (name, value) -> {
          String path = endpoint.pathOf("headers");
          if (Scalars.isScalar(value) && value != null) {
            values.addRepeatable("--header", path, name + ":" + Scalars.typed(value));
          } else {
            endpoint.invalid("headers." + name, Scalars.kindOf(value), "a single value");
          }
        });
  }

  private void extras(Section endpoint, Optional<Section> template) {
    Map<Object, Object> extras = new LinkedHashMap<>();
    template.ifPresent(
        given -> {
          given.text("body").ifPresent(body -> extras.put("payload_template", body));
          given.text("responseField").ifPresent(field -> extras.put("response_field", field));
          given.refuseRest();
        });
    endpoint.map("extra").ifPresent(extras::putAll);
    if (!extras.isEmpty()) {
      String path = endpoint.pathOf(endpoint.has("extra") ? "extra" : "template");
      values.addRepeatable("--extra-inputs", path, MAPPER.valueToTree(extras).toString());
    }
  }
}
