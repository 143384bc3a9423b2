package io.longhaul.load.http;

/**
 * The owner of connections: requests of one owner use connections that no other owner uses.
 *
 * @param name identifies the owner
 * @param isLast whether this is the owner's last request, after whose response the connection is
 *     closed
 */
public record ConnectionOwner(String name, boolean isLast) {}
