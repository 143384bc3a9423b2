package io.longhaul.load;

import io.longhaul.load.dataset.prompt.PromptSource;
import io.longhaul.load.http.LlmClient;
import io.longhaul.load.keep.ExchangeStores;
import io.longhaul.load.plan.RunPlan;
import io.longhaul.load.plan.server.Secret;
import io.longhaul.load.publish.EventPublisher;
import io.longhaul.load.record.IssuedCounts;
import io.longhaul.load.time.AnchoredRunClock;
import io.longhaul.load.tokenizer.Tokenizer;
import java.util.Map;
import java.util.function.Function;

/**
 * The parts from which a generator is assembled.
 *
 * @param generator index of this generator in the run, from 0
 * @param generators number of generators
 * @param incarnationEpochMillis wall clock time at which the process started
 * @param timingTopic topic of the lanes
 * @param timingPartitions number of its partitions
 * @param tokenizer counts the tokens of responses, unless the plan leaves that to the server
 * @param clients creates a client, given the name of its event loop's thread
 * @param publisher remains open when the generator is closed
 * @param issuedCounts returns where a lane stores the number of requests that it has issued
 * @param exchangeStores where lanes store requests and responses; closed by the caller
 * @param secretHeaders HTTP headers that are not in the plan, such as {@code Authorization}
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
    IssuedCounts.Lanes issuedCounts,
    ExchangeStores exchangeStores,
    Map<String, Secret> secretHeaders) {

  /** Stores no counts, for a generator whose crash needs no analysis. */
  public static final IssuedCounts.Lanes NO_ISSUED_COUNTS =
      (laneId, start) -> (requests, sessions) -> {};

  public GeneratorSetup {
    secretHeaders = Map.copyOf(secretHeaders);
  }

  /** Returns the name of the process in the run: g0, g1, … */
  public String processId() {
    return "g" + generator;
  }
}
