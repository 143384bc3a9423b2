/**
 * Test fixtures: a log in memory, lanes that are written to it, and requests. Used by the tests of
 * all packages.
 */
package io.longhaul.pipeline.history;
