package io.longhaul.cli.api;

/**
 * The host name by which clients reach a server.
 *
 * @param name the name, as the user specified it
 * @param option option of the command line that sets it
 */
public record ServerName(String name, String option) {}
