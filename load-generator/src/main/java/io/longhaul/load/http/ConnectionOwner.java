package io.longhaul.load.http;

/**
 * Whom a connection belongs to: requests of one owner go out on connections that no other uses.
 *
 * @param name by which the owner's requests know each other
 * @param isLast whether this request is his last: its connection is closed after the answer
 */
public record ConnectionOwner(String name, boolean isLast) {}
