/**
 * The plan of synthetic images, audio and videos.
 *
 * <p>Uses java.*, Jackson's annotations and the package {@code check}. Immutable.
 */
@NullMarked
package io.longhaul.load.plan.media;

import org.jspecify.annotations.NullMarked;
