package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.prompt.Conversation;
import io.longhaul.load.dataset.prompt.ConversationList;
import io.longhaul.load.dataset.prompt.DatasetException;
import io.longhaul.load.dataset.prompt.LineMedia;
import io.longhaul.load.dataset.prompt.MediaReference;
import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.dataset.text.MalformedLineException;
import io.longhaul.load.endpoint.dialect.EndpointType;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.BatchPlan;
import io.longhaul.load.plan.dataset.DatasetPlan;
import io.longhaul.load.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The pools of a {@code random_pool}: a file is one pool; in a folder, each file is a pool. A
 * prompt combines one random line of each pool. Texts without a name get the name of their file. If
 * the plan sets batch sizes other than one, texts and media are drawn independently.
 */
public final class RandomPools {
  private static final int MAX_PROBLEMS = 10;

  private final Path source;
  private final EndpointType endpoint;
  private final List<Path> files;
  private final List<List<LineContent>> pools = new ArrayList<>();
  private final FlatPool flat;

  /**
   * Reads all pools.
   *
   * @throws DatasetException if they cannot be read or batches cannot be drawn from them
   */
  RandomPools(DatasetPlan plan, EndpointType endpoint) {
    this.source = Path.of(plan.inputFile());
    this.endpoint = endpoint;
    this.files = filesOf(source);
    for (Path file : files) {
      List<LineContent> pool = new ArrayList<>();
      new PromptFile(file, endpoint).readPool(pool::add);
      pools.add(pool);
    }
    LineContent all = LineContent.combine(pools.stream().flatMap(List::stream).toList());
    this.flat = new FlatPool(all.parts(), all.media().all(), plan.batch());
    if (flat.isNeeded()) {
      requireSinglePoolWithoutNames();
    }
  }

  /** Texts that are drawn independently would lose their names. */
  private void requireSinglePoolWithoutNames() {
    String reason = null;
    if (files.size() > 1) {
      reason = "it has " + files.size() + " pools (give one file, or no batch sizes)";
    } else if (flat.hasNames()) {
      reason = "its texts have names (remove the names or the batch sizes)";
    } else if (flat.isEmpty()) {
      reason = "all of its batch sizes are 0 (set one to 1 or more)";
    }
    if (reason != null) {
      throw new DatasetException("Cannot draw batches of " + source + ": " + reason);
    }
  }

  /** Creates as many prompts as the plan has entries. */
  public static PromptSource of(RunPlan plan, Tokenizer tokenizer) {
    RandomPools pools = new RandomPools(plan.dataset(), plan.request().endpointType());
    TurnPrompts prompts = new TurnPrompts(plan, tokenizer);
    List<Conversation> drawn =
        IntStream.range(0, plan.dataset().entries())
            .mapToObj(
                entry -> {
                  SingleTurnLine line =
                      SingleTurnLine.ofContent(pools.draw(entry, plan.seed()), null);
                  return Conversation.of(prompts.promptOf(line, entry, 0, List.of()));
                })
            .toList();
    return ConversationList.of(plan, drawn);
  }

  /**
   * Combines every line of each pool with the first lines of the other pools.
   *
   * @throws DatasetException if prompts cannot be created from them
   */
  void check() {
    if (flat.isNeeded()) {
      requireComplete(flat.draw(SeededRandom.named(0, "check")), "a batch");
      return;
    }
    List<String> problems = new ArrayList<>();
    for (int pool = 0; pool < pools.size(); pool++) {
      int[] lines = new int[pools.size()];
      while (lines[pool] < pools.get(pool).size() && problems.size() < MAX_PROBLEMS) {
        try {
          combine(lines);
        } catch (DatasetException e) {
          problems.addAll(e.problems());
        }
        lines[pool]++;
      }
    }
    if (!problems.isEmpty()) {
      throw new DatasetException(problems.stream().distinct().toList());
    }
  }

  private LineContent draw(int entry, long seed) {
    SeededRandom random = SeededRandom.named(seed, "random-pool").split(entry);
    if (flat.isNeeded()) {
      return requireComplete(flat.draw(random), "a batch");
    }
    return combine(pools.stream().mapToInt(pool -> random.nextInt(pool.size())).toArray());
  }

  /** Combines the given line of each pool. */
  private LineContent combine(int[] lines) {
    LineContent content =
        LineContent.combine(
            IntStream.range(0, lines.length)
                .mapToObj(
                    pool ->
                        pools
                            .get(pool)
                            .get(lines[pool])
                            .withDefaultName(nameWithoutExtension(files.get(pool))))
                .toList());
    return requireComplete(content, describe(lines));
  }

  private LineContent requireComplete(LineContent content, String name) {
    try {
      content.requireComplete(endpoint);
    } catch (MalformedLineException e) {
      throw new DatasetException(
          "Invalid prompt: " + source + ": " + name + ": " + e.getMessage(), e);
    }
    return content;
  }

  private String describe(int[] lines) {
    return IntStream.range(0, lines.length)
        .mapToObj(pool -> "entry " + (lines[pool] + 1) + " of " + files.get(pool).getFileName())
        .collect(Collectors.joining(" with "));
  }

  /** Sorted by name, so that the result does not depend on the file system. */
  private static List<Path> filesOf(Path fileOrFolder) {
    if (!Files.isDirectory(fileOrFolder)) {
      return List.of(fileOrFolder);
    }
    try (Stream<Path> entries = Files.list(fileOrFolder)) {
      List<Path> files =
          entries
              .filter(file -> !file.getFileName().toString().startsWith("."))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw DatasetException.unusable(fileOrFolder, "it has no files (give one for each pool)");
      }
      return files;
    } catch (IOException e) {
      throw new DatasetException("Cannot read " + fileOrFolder + ": " + e.getMessage(), e);
    }
  }

  /** Returns the file name without its last extension, as in AIPerf. */
  private static String nameWithoutExtension(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.gz$", "");
    int dot = name.lastIndexOf('.');
    return dot < 1 ? name : name.substring(0, dot);
  }

  /**
   * All texts and media of a pool, independent of their lines. A prompt contains randomly chosen
   * elements, of each kind the number that the plan sets. A kind that does not occur in any line is
   * skipped.
   */
  private record FlatPool(List<MessageText> texts, List<MediaReference> media, BatchPlan batch) {

    /**
     * Returns whether the elements must be drawn independently of their lines: the plan sets a
     * number other than 1 for a kind that occurs.
     */
    boolean isNeeded() {
      return (!texts.isEmpty() && batch.texts() != 1)
          || media.stream().anyMatch(one -> batch.of(one.kind()) != 1);
    }

    /** Returns whether prompts would be empty. */
    boolean isEmpty() {
      return (texts.isEmpty() || batch.texts() == 0)
          && media.stream().allMatch(one -> batch.of(one.kind()) == 0);
    }

    /** Returns whether texts have names, which would be lost. */
    boolean hasNames() {
      return texts.stream().anyMatch(text -> !text.name().isEmpty());
    }

    LineContent draw(SeededRandom random) {
      List<MediaReference> drawn = new ArrayList<>();
      for (MediaKind kind : MediaKind.values()) {
        List<MediaReference> candidates = media.stream().filter(one -> one.kind() == kind).toList();
        drawn.addAll(draw(candidates, batch.of(kind), random));
      }
      return new LineContent(draw(texts, batch.texts(), random), new LineMedia(drawn));
    }

    private static <T> List<T> draw(List<T> pool, int number, SeededRandom random) {
      return pool.isEmpty()
          ? List.of()
          : Stream.generate(() -> pool.get(random.nextInt(pool.size()))).limit(number).toList();
    }
  }
}
