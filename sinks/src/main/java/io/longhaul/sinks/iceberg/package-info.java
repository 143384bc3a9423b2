/**
 * Lakes as Iceberg tables: adds the finished files of a lake to the tables of a catalog, merges
 * small files there, and expires snapshots.
 *
 * <p>The only package that uses Iceberg. Reads the lake through {@code lake} and {@code parquet},
 * merges with {@code compact}, and accesses all files through {@code store}. The job does not use
 * it. Runs on the thread of its owner; Iceberg reads manifests on threads of its own.
 */
@NullMarked
package io.longhaul.sinks.iceberg;

import org.jspecify.annotations.NullMarked;
