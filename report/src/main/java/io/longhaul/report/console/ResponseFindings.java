package io.longhaul.report.console;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Problems with the responses of a run, each with its likely cause and a remedy: missing content,
 * wrong length, and different token counts of server and client. Read from {@code longhaul.json}.
 */
public final class ResponseFindings {
  private static final String LEGACY = "--use-legacy-max-tokens";

  private final JsonNode run;
  private final JsonNode content;
  private final List<String> findings = new ArrayList<>();

  private ResponseFindings(JsonNode run) {
    this.run = run;
    this.content = run.path("content");
  }

  /** Returns one line for each problem. */
  public static List<String> of(JsonNode run) {
    ResponseFindings answers = new ResponseFindings(run);
    answers.addEmpty();
    answers.addShort();
    answers.addLong();
    answers.addFiltered();
    answers.addDifferingUsage();
    return answers.findings;
  }

  private void addEmpty() {
    if (isAny("empty_answers")) {
      findings.add(
          "%s complete responses without content (does the server support --endpoint-type %s?)"
              .formatted(count("empty_answers"), endpointType()));
    }
  }

  private void addShort() {
    if (isAny("short_answers")) {
      findings.add(
          "%s shorter than requested: %s tokens missing%s (if the server supports it, --extra-inputs ignore_eos:true prevents early ends)"
              .formatted(
                  count("short_answers"),
                  count("output_tokens_missing"),
                  countedBy("short_answers")));
    }
  }

  private void addLong() {
    if (isAny("long_answers")) {
      findings.add(
          "%s longer than requested: %s excess tokens%s (%s)"
              .formatted(
                  count("long_answers"),
                  count("output_tokens_excess"),
                  countedBy("long_answers"),
                  whyLong()));
    }
  }

  private String whyLong() {
    if (areAllOwnCount("long_answers")) {
      return "the server ignores the limit, or the model has another tokenizer: see --tokenizer";
    }
    boolean triedLegacy = run.path("run").path("cli_command").asText().contains(LEGACY);
    return endpointType().equals("chat") && !triedLegacy
        ? "the server may not know max_completion_tokens: try " + LEGACY
        : "the server ignores the limit";
  }

  private void addFiltered() {
    JsonNode filtered = content.path("finish_reasons").path("content_filter");
    if (filtered.asLong() > 0) {
      findings.add(Figures.count(filtered) + " stopped by a filter");
    }
  }

  private void addDifferingUsage() {
    addDifferingUsage("usage_input_differs", "prompt", "total_usage_prompt_tokens", "total_isl");
    addDifferingUsage(
        "usage_output_differs", "output", "total_usage_completion_tokens", "total_osl");
  }

  /** Adds a difference in token counts; the totals are those of the whole run. */
  private void addDifferingUsage(String name, String what, String byServer, String byUs) {
    if (isAny(name)) {
      findings.add(
          "%s whose %s token count in the server's usage differs by more than 10 %% from Longhaul's: in total, the server counted %s tokens, and %s counted %s (the model has another tokenizer, or the server applies a chat template: see --tokenizer, --apply-chat-template and --use-server-token-count)"
              .formatted(responses(name), what, total(byServer), tokenizer(), total(byUs)));
    }
  }

  private String countedBy(String name) {
    long own = content.path(name + "_own_count").asLong();
    if (own == 0) {
      return " by the server's usage";
    }
    return areAllOwnCount(name)
        ? " by the count of %s, since the server sent no usage".formatted(tokenizer())
        : " by the server's usage, and of %s without one by %s"
            .formatted(count(name + "_own_count"), tokenizer());
  }

  private boolean areAllOwnCount(String name) {
    return content.path(name + "_own_count").asLong() == content.path(name).asLong();
  }

  private String tokenizer() {
    return "tokenizer " + run.path("run").path("tokenizer").asText("unknown");
  }

  private String endpointType() {
    return run.path("run").path("endpoint_type").asText();
  }

  private String total(String tag) {
    return Figures.count(run.path("metrics").path(tag).path("value"));
  }

  private boolean isAny(String name) {
    return content.path(name).asLong() > 0;
  }

  private String responses(String name) {
    return count(name) + (content.path(name).asLong() == 1 ? " response" : " responses");
  }

  private String count(String name) {
    return Figures.count(content.path(name));
  }
}
