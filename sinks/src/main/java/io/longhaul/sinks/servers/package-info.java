/**
 * The identity and the unit of a server's metric, which its Parquet table and its documents share.
 *
 * <p>Uses the rows and java.*. Immutable.
 */
@NullMarked
package io.longhaul.sinks.servers;

import org.jspecify.annotations.NullMarked;
