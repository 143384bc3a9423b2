/**
 * What is to happen: distributions, faults and when they strike, worked out anew for each request
 * from the seed.
 *
 * <p>Plain Java: knows neither the network nor JSON. Everything here is immutable but {@link
 * io.longhaul.mock.script.Draws}, which belongs to the one request that asked for it; any thread.
 */
package io.longhaul.mock.script;
