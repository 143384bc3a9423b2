package io.longhaul.config.options;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.longhaul.config.binding.NotWith;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.OptionValue;
import io.longhaul.config.binding.Yaml;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.dataset.CacheBust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the system prompt and of markers that defeat prefix caches. */
final class SystemPromptOptions {
  private static final String SYSTEM_PROMPT = "--system-prompt";
  private static final String SYSTEM_PROMPT_FILE = "--system-prompt-file";
  private static final String CACHE_BUST = "--cache-bust";

  /** It travels to generators in the plan, which is one message. */
  private static final int MOST_BYTES = 256 << 10;

  @Yaml("dataset.systemPrompt")
  @Option(
      names = SYSTEM_PROMPT,
      paramLabel = "TEXT",
      description = "System message at the start of every conversation. Default: none")
  @Nullable String systemPrompt;

  @NotWith(SYSTEM_PROMPT)
  @Yaml("dataset.systemPromptFile")
  @Option(
      names = SYSTEM_PROMPT_FILE,
      paramLabel = "FILE",
      description = "File that contains the system message.")
  @Nullable String systemPromptFile;

  @Yaml(value = "dataset.cacheBust.target", unless = "none")
  @Option(
      names = CACHE_BUST,
      paramLabel = "WHERE",
      description =
          "Insert a marker that differs for each session, so that the server's prefix cache does"
              + " not match: system_prefix, system_suffix, first_turn_prefix or"
              + " first_turn_suffix. With warmup_isolation_system or warmup_isolation_first_turn,"
              + " only warmup requests are marked, all with [warmup]. Default: none")
  OptionValue.@Nullable Word<CacheBust> cacheBust;

  /** Returns the text of the system prompt, or null without one. */
  @Nullable String systemPrompt(OptionProblems problems) {
    return systemPrompt == null && systemPromptFile != null
        ? inFile(systemPromptFile, problems).orElse(null)
        : systemPrompt;
  }

  /** Adds a note if no session has a marker. */
  void noteIgnored(RunPlan plan, OptionProblems problems) {
    if (plan.dataset().cacheBust().isOfWarmup() && plan.load().warmup() == null) {
      problems.note(CACHE_BUST + " " + cacheBust + " has no effect: there is no warmup");
    }
  }

  private static Optional<String> inFile(String typed, OptionProblems problems) {
    Path file = Path.of(typed);
    String reason;
    try {
      if (!Files.isRegularFile(file) && Files.exists(file)) {
        reason = "it is no file";
      } else if (Files.size(file) > MOST_BYTES) {
        reason = "at most " + (MOST_BYTES >> 10) + " KiB";
      } else {
        return Optional.of(Files.readString(file, UTF_8));
      }
    } catch (NoSuchFileException e) {
      reason = "there is no such file";
    } catch (IOException e) {
      reason = "it cannot be read as UTF-8 text";
    }
    problems.invalid(SYSTEM_PROMPT_FILE, typed, reason);
    return Optional.empty();
  }
}
