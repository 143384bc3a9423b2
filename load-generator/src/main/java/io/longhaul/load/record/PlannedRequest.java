package io.longhaul.load.record;

import io.longhaul.schema.RequestId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The planned properties of a request.
 *
 * @param planIndex index in the run's global plan
 * @param entryIndex index of the prompt in the dataset
 * @param urlIndex index in the plan's list of URLs
 * @param sessionId id of the conversation in the dataset
 * @param turnIndex index of the turn in its session, from 0
 * @param correlationId shared by all requests of the session
 * @param promptHash hash of all messages, including earlier ones
 * @param inputTokens tokens of all messages by the client's count, or null
 * @param requestedInputTokens requested prompt length, or null if none was requested
 * @param requestedOutputTokens requested response length, or null if the server decides
 * @param images number of images in the prompt
 * @param audioNanos length of the first audio clip; 0 if there is none or its length is unknown
 * @param scheduledAtNanos planned time, by the process's clock
 * @param labels label values for slices; not modified
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
    @Nullable Integer inputTokens,
    @Nullable Integer requestedInputTokens,
    @Nullable Integer requestedOutputTokens,
    int images,
    long audioNanos,
    long scheduledAtNanos,
    Map<String, String> labels) {}
