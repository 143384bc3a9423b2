/**
 * The plan of requests and of the servers that receive them: URLs, connections, TLS, models, the
 * tokenizer, and what is hidden in stored requests.
 *
 * <p>Uses java.*, Jackson's annotations, the endpoint types of package {@code endpoint} and the
 * package {@code check}. Immutable.
 */
@NullMarked
package io.longhaul.load.plan.server;

import org.jspecify.annotations.NullMarked;
