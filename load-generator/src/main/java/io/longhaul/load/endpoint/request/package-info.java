/**
 * The content of a request, and the bodies that all formats build from it: {@link
 * io.longhaul.load.endpoint.request.InferenceRequest}, its messages and media, extra inputs, and
 * multipart forms.
 *
 * <p>Uses {@code java.*}, Jackson and the package {@code json}. Immutable, except for bodies under
 * construction, which belong to one thread.
 */
@NullMarked
package io.longhaul.load.endpoint.request;

import org.jspecify.annotations.NullMarked;
