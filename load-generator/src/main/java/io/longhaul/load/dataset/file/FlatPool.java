package io.longhaul.load.dataset.file;

import io.longhaul.load.dataset.prompt.LineMedia;
import io.longhaul.load.dataset.prompt.MediaReference;
import io.longhaul.load.endpoint.request.MediaKind;
import io.longhaul.load.endpoint.request.MessageText;
import io.longhaul.load.plan.check.SeededRandom;
import io.longhaul.load.plan.dataset.BatchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All texts and media of a pool, independent of their lines. A prompt contains randomly chosen
 * elements, of each kind the number that the plan sets. A kind that does not occur in any line is
 * skipped.
 */
final class FlatPool {
  private final List<MessageText> texts;
  private final List<MediaReference> media;
  private final BatchPlan batch;

  FlatPool(List<LineContent> lines, BatchPlan batch) {
    this.texts = lines.stream().flatMap(line -> line.parts().stream()).toList();
    this.media = lines.stream().flatMap(line -> line.media().all().stream()).toList();
    this.batch = batch;
  }

  /**
   * Returns whether the elements must be drawn independently of their lines: the plan sets a number
   * other than 1 for a kind that occurs.
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
