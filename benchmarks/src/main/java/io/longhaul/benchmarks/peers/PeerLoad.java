package io.longhaul.benchmarks.peers;

import java.nio.file.Path;

/**
 * A closed loop that every tool can send: streamed chats with a model named {@code mock-model}.
 *
 * @param url base URL of the server, without a path
 * @param tokenizer folder that contains a {@code tokenizer.json}
 * @param concurrency requests in flight
 * @param seconds duration
 * @param tokens requested length of prompts and responses
 */
public record PeerLoad(String url, Path tokenizer, int concurrency, int seconds, int tokens) {}
