/**
 * Object stores, such as S3, as folders and files: paths for which {@link java.nio.file.Files}
 * works, so that everything that reads a lake reads it from an object store, too.
 *
 * <p>Uses Flink's file systems, with which the job writes the same objects. Thread-safe, except for
 * open files.
 */
@NullMarked
package io.longhaul.sinks.store;

import org.jspecify.annotations.NullMarked;
