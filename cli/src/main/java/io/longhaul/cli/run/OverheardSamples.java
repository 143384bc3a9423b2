package io.longhaul.cli.run;

import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.publish.LanePublisher;
import io.longhaul.schema.EventKind;
import io.longhaul.schema.RecordKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A publisher whose samples of servers somebody else hears, too, on the sampler's thread. */
final class OverheardSamples implements EventPublisher {
  private final EventPublisher publisher;
  private final Consumer<byte[]> heard;

  /**
   * @param heard takes the payload of each sample, and does not keep the thread
   */
  OverheardSamples(EventPublisher publisher, Consumer<byte[]> heard) {
    this.publisher = publisher;
    this.heard = heard;
  }

  @Override
  public LanePublisher open(String topic, int partition) {
    LanePublisher outlet = publisher.open(topic, partition);
    return new LanePublisher() {
      @Override
      public boolean offer(long seq, byte[] key, byte[] value) {
        RecordKey.parse(key)
            .filter(parsed -> parsed.kind() == EventKind.SERVER_SAMPLE)
            .ifPresent(parsed -> heard.accept(value));
        return outlet.offer(seq, key, value);
      }

      @Override
      public long ackedBelow() {
        return outlet.ackedBelow();
      }

      @Override
      public long unacked() {
        return outlet.unacked();
      }

      @Override
      public boolean isCrowded() {
        return outlet.isCrowded();
      }

      @Override
      public List<Long> takeLost() {
        return outlet.takeLost();
      }
    };
  }

  @Override
  public boolean flush(Duration atMost) {
    return publisher.flush(atMost);
  }

  @Override
  public Optional<String> trouble() {
    return publisher.trouble();
  }

  @Override
  public Optional<Instant> awaySince() {
    return publisher.awaySince();
  }

  @Override
  public void close() {
    publisher.close();
  }
}
