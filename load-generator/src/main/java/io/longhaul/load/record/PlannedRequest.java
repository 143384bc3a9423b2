package io.longhaul.load.record;

import io.longhaul.schema.RequestId;
import java.util.Map;

/**
 * What the plan wants of a request.
 *
 * @param planIndex position in the run's global plan
 * @param entryIndex position of the prompt in the dataset
 * @param urlIndex which of the plan's URLs
 * @param sessionId the conversation that its session has
 * @param turnIndex which turn of its session it is, from 0
 * @param correlationId the same of all requests of its session
 * @param promptHash identity of all that is told, what was said before included
 * @param inputTokens tokens of that by the client's count, or null
 * @param requestedInputTokens the length that was asked for, or null when nobody did
 * @param requestedOutputTokens or null when the server decides
 * @param images how many the prompt carries
 * @param audioNanos how long its first clip of sound lasts; 0 for none, or if nobody knows
 * @param scheduledAtNanos when the plan wanted it to be sent, by the process's clock
 * @param labels what slices tell it apart by; nobody changes them
 */
public record PlannedRequest(
    RequestId id,
    long planIndex,
    long entryIndex,
    String sessionId,
    int turnIndex,
    String correlationId,
    String model,
    int urlIndex,
    long promptHash,
    Integer inputTokens,
    Integer requestedInputTokens,
    Integer requestedOutputTokens,
    int images,
    long audioNanos,
    long scheduledAtNanos,
    Map<String, String> labels) {}
