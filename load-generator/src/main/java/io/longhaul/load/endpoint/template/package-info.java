/**
 * Request bodies from Jinja templates of users, and the chat templates of tokenizers.
 *
 * <p>Uses Jinjava in a sandbox, and Jackson. Templates are untrusted: they run no code, and their
 * time and output are limited. Immutable and shared.
 */
@NullMarked
package io.longhaul.load.endpoint.template;

import org.jspecify.annotations.NullMarked;
