package io.longhaul.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.longhaul.cli.options.ProfileSettings;
import io.longhaul.load.plan.PhasePlan;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.RunPlanJson;
import java.util.concurrent.TimeUnit;

/**
 * What was asked for, as it stands in the run's row and in documents: AIPerf's configuration tree,
 * the command line and the plan. No secrets.
 */
final class RunConfigurationJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private RunConfigurationJson() {}

  static String of(ProfileSettings settings) {
    ObjectNode root = MAPPER.createObjectNode();
    RunPlan plan = settings.plan();
    ObjectNode input = root.putObject("input_config");
    writeModels(input, plan);
    writeEndpoint(input.putObject("endpoint"), plan);
    writeDataset(input.putArray("datasets").addObject(), plan);
    writePhase(input.putArray("phases").addObject(), plan);
    writeSlos(input, plan);
    root.put("cli_command", String.join(" ", settings.commandLine()));
    root.set("plan", tree(RunPlanJson.toJson(plan)));
    return root.toString();
  }

  private static void writeModels(ObjectNode input, RunPlan plan) {
    ArrayNode models = input.putObject("models").putArray("items");
    plan.request().models().forEach(model -> models.addObject().put("name", model));
  }

  private static void writeEndpoint(ObjectNode endpoint, RunPlan plan) {
    ArrayNode urls = endpoint.putArray("urls");
    plan.target().urls().forEach(urls::add);
    endpoint.put("type", plan.request().endpointType().typedName());
    endpoint.put("streaming", plan.request().streaming());
  }

  private static void writeDataset(ObjectNode dataset, RunPlan plan) {
    dataset.put("type", plan.dataset().isSynthetic() ? "synthetic" : "file");
    dataset.put("entries", plan.dataset().entries());
    dataset.put("random_seed", plan.seed());
  }

  private static void writePhase(ObjectNode phase, RunPlan plan) {
    PhasePlan load = plan.load().profiling();
    phase.put("name", "profiling");
    if (load.concurrency() != null) {
      phase.put("concurrency", load.concurrency());
    }
    if (load.requestRate() != null) {
      phase.put("rate", load.requestRate());
    }
    if (load.requestCount() != null) {
      phase.put("requests", load.requestCount());
    }
    if (load.durationNanos() != null) {
      phase.put("duration", load.durationNanos() / NANOS_PER_SECOND);
    }
  }

  private static void writeSlos(ObjectNode input, RunPlan plan) {
    String text = plan.measurement().slos();
    if (text.isBlank()) {
      return;
    }
    ObjectNode slos = input.putObject("slos");
    for (String word : text.strip().split("\\s+", -1)) {
      int colon = word.indexOf(':');
      slos.put(word.substring(0, colon), Double.parseDouble(word.substring(colon + 1)));
    }
  }

  private static JsonNode tree(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot read the plan that was just written", e);
    }
  }
}
