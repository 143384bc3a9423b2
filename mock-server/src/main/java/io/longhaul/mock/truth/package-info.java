/**
 * The truth log: what actually happened to each request, as observed by the server.
 *
 * <p>Allowed imports: Jackson. {@link io.longhaul.mock.truth.TruthRecord}s are created on the event
 * loop; one thread of this package writes them.
 */
@NullMarked
package io.longhaul.mock.truth;

import org.jspecify.annotations.NullMarked;
