/**
 * The lake as its readers see it: the finished files of each dataset, and their rows. Reads only
 * what is committed; runs on the caller's thread, beside a job that goes on writing.
 */
package io.longhaul.sinks.lake;
