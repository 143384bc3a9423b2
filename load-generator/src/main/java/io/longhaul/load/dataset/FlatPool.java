package io.longhaul.load.dataset;

import io.longhaul.load.endpoint.MediaKind;
import io.longhaul.load.endpoint.MessageText;
import io.longhaul.load.plan.BatchPlan;
import io.longhaul.load.plan.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All texts and all media of the lines of a pool, each by itself: a prompt has so many of each kind
 * as the plan says, any of them, whatever lines they stood in; of a kind that no line has, none.
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

  /** Whether lines are to be taken apart: of a kind that they have, a prompt has not just one. */
  boolean isNeeded() {
    return (!texts.isEmpty() && batch.texts() != 1)
        || media.stream().anyMatch(one -> batch.of(one.kind()) != 1);
  }

  /** Whether a prompt has nothing. */
  boolean isEmpty() {
    return (texts.isEmpty() || batch.texts() == 0)
        && media.stream().allMatch(one -> batch.of(one.kind()) == 0);
  }

  /** Whether names tell texts apart, which they could not any more. */
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
