package io.longhaul.config.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.longhaul.config.binding.OptionProblems;
import io.longhaul.config.binding.Quantities;
import io.longhaul.load.plan.load.RateCurve;
import io.longhaul.load.plan.load.RateStage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads files that contain a request rate over time: AIPerf's series of points, and stages.
 * Messages contain the position of a problem in the file.
 */
public record RateFiles(OptionProblems problems) {
  private static final long MOST_BYTES = 1 << 20;

  /** Ten years: longer than any run, and many of them can be added without overflow. */
  private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(3_650L * 86_400 * 1_000_000_000);

  /** Text without separators. */
  private static final String PART = "([^:\\s]*?[^:\\s.])";

  private static final Pattern LEVEL = Pattern.compile(PART + ":" + PART);
  private static final Pattern LINE = Pattern.compile(PART + "\\.\\." + PART + ":" + PART);
  private static final Pattern WAVE =
      Pattern.compile("wave\\s+" + PART + "\\.\\." + PART + "\\s+" + PART + ":" + PART);

  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /**
   * Reads AIPerf's {@code [{"time_s": 0, "qps": 2}, …]}, also as member {@code points}. The rate is
   * linear between points, and constant before the first and after the last one.
   */
  public Optional<RateCurve> series(String option, String file) {
    return text(option, file).flatMap(text -> seriesIn(option, file, text));
  }

  private Optional<RateCurve> seriesIn(String option, String file, String text) {
    JsonNode points;
    try {
      JsonNode root = MAPPER.readTree(text);
      points = root.isObject() ? root.path("points") : root;
    } catch (JsonProcessingException e) {
      problems.invalid(option, file, "not a JSON document");
      return Optional.empty();
    }
    if (!points.isArray() || points.size() < 2) {
      problems.invalid(option, file, "a list of at least two {\"time_s\": …, \"qps\": …}");
      return Optional.empty();
    }
    List<RateStage> stages = new ArrayList<>();
    long timeNanos = 0;
    double perSecond = 0;
    for (int i = 0; i < points.size(); i++) {
      long nextNanos = Math.round(points.get(i).path("time_s").asDouble(-1) * 1e9);
      double next = points.get(i).path("qps").asDouble(-1);
      boolean isLater = i == 0 ? nextNanos >= 0 : nextNanos > timeNanos;
      if (!isLater || !(next > 0 && Double.isFinite(next))) {
        problems.invalid(
            option,
            file,
            "point " + (i + 1) + ": a qps of more than 0 and a time_s later than the one before");
        return Optional.empty();
      }
      if (nextNanos > timeNanos) {
        stages.add(RateStage.line(i == 0 ? next : perSecond, next, nextNanos - timeNanos));
      }
      timeNanos = nextNanos;
      perSecond = next;
    }
    stages.add(RateStage.level(perSecond, RateStage.WITHOUT_END));
    return Optional.of(new RateCurve(stages, false));
  }

  /**
   * Reads stages, one per line: {@code RATE:DURATION}, {@code FROM..TO:DURATION} or {@code wave
   * LOW..HIGH PERIOD:DURATION}; {@code repeat} as the last line starts again. {@code #} starts a
   * comment.
   */
  public Optional<RateCurve> stages(String option, String file) {
    return text(option, file).flatMap(text -> stagesIn(option, file, text));
  }

  private Optional<RateCurve> stagesIn(String option, String file, String text) {
    List<RateStage> stages = new ArrayList<>();
    boolean repeats = false;
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      Optional<RateStage> stage = stageIn(line);
      boolean isRepeat = line.equals("repeat");
      if (repeats ? !line.isEmpty() : stage.isEmpty() && !line.isEmpty() && !isRepeat) {
        problems.invalid(
            option,
            file + ":" + (i + 1),
            repeats
                ? "nothing may follow repeat"
                : "RATE:DURATION, FROM..TO:DURATION, wave LOW..HIGH PERIOD:DURATION or repeat");
        return Optional.empty();
      }
      stage.ifPresent(stages::add);
      repeats |= isRepeat;
    }
    if (stages.isEmpty()) {
      problems.invalid(option, file, "no stages, such as 5:10m on a line");
      return Optional.empty();
    }
    return Optional.of(new RateCurve(stages, repeats));
  }

  private static Optional<RateStage> stageIn(String line) {
    Matcher wave = WAVE.matcher(line);
    Matcher straight = LINE.matcher(line);
    Matcher level = LEVEL.matcher(line);
    try {
      if (wave.matches()) {
        return Optional.of(
            RateStage.wave(rate(wave, 1), rate(wave, 2), nanos(wave, 3), nanos(wave, 4)));
      }
      if (straight.matches()) {
        return Optional.of(
            RateStage.line(rate(straight, 1), rate(straight, 2), nanos(straight, 3)));
      }
      return level.matches()
          ? Optional.of(RateStage.level(rate(level, 1), nanos(level, 2)))
          : Optional.empty();
    } catch (NoSuchElementException e) {
      // One of the parts is not a rate or not a duration.
      return Optional.empty();
    }
  }

  private static double rate(Matcher matcher, int group) {
    return Quantities.perSecond(matcher.group(group))
        .filter(rate -> rate.signum() >= 0)
        .orElseThrow()
        .doubleValue();
  }

  private static long nanos(Matcher matcher, int group) {
    return Quantities.nanos(matcher.group(group), Quantities.NANOS_PER_SECOND)
        .filter(nanos -> nanos.signum() >= 0)
        .orElseThrow()
        .min(MOST_NANOS)
        .longValue();
  }

  private Optional<String> text(String option, String file) {
    Path path = Path.of(file);
    try {
      if (Files.isDirectory(path) || Files.size(path) > MOST_BYTES) {
        problems.invalid(option, file, "a text file of up to 1 MiB");
        return Optional.empty();
      }
      return Optional.of(Files.readString(path, UTF_8));
    } catch (NoSuchFileException e) {
      problems.invalid(option, file, "there is no such file");
    } catch (IOException e) {
      problems.invalid(option, file, "it cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }
}
