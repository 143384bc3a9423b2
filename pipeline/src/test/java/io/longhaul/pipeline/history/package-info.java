/**
 * Fixtures as words: a log that stands in memory, lanes that are told into it, and requests. Used
 * by the tests of every room.
 */
package io.longhaul.pipeline.history;
