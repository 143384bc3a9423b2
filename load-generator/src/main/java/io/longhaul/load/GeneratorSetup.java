package io.longhaul.load;

import io.longhaul.load.dataset.PromptSource;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.Secret;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * What a generator is made of.
 *
 * @param generator which one of the run's generators this is, from 0
 * @param generators how many there are
 * @param incarnationEpochMillis wall clock of the process's start
 * @param timingTopic where lanes are written
 * @param timingPartitions how many partitions that has
 * @param tokenizer counts the tokens of answers, unless the plan leaves that to the server
 * @param clients makes a client, given the name of its loop's thread
 * @param publisher stays open when the generator is closed
 * @param issuedCounts where a lane, given by its id, stores how many requests it has issued
 * @param exchangeStores where lanes keep requests and answers; closed by whoever gave them
 * @param secretHeaders HTTP headers that stand in no plan, such as {@code Authorization}
 */
public record GeneratorSetup(
    RunPlan plan,
    int generator,
    int generators,
    long incarnationEpochMillis,
    String timingTopic,
    int timingPartitions,
    AnchoredRunClock clock,
    PromptSource prompts,
    Tokenizer tokenizer,
    Function<String, LlmClient> clients,
    EventPublisher publisher,
    Function<String, LongConsumer> issuedCounts,
    ExchangeStores exchangeStores,
    Map<String, Secret> secretHeaders) {

  /** For a generator whose death nobody would ask about. */
  public static final Function<String, LongConsumer> NO_ISSUED_COUNTS = laneId -> count -> {};

  public GeneratorSetup {
    secretHeaders = Map.copyOf(secretHeaders);
  }

  /** The process's name in the run: g0, g1 … */
  public String processId() {
    return "g" + generator;
  }
}
