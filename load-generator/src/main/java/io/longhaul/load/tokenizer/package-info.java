/**
 * Tokenizers: counts tokens of texts and assigns them to the chunks of a response.
 *
 * <p>This is the only package that uses DJL and jtokkit. {@link
 * io.longhaul.load.tokenizer.Tokenizers} loads a tokenizer before the load starts. A {@link
 * io.longhaul.load.tokenizer.Tokenizer} is thread-safe. A {@link
 * io.longhaul.load.tokenizer.StreamingTokenCounter} belongs to one request and to the recording
 * thread of its lane, as does the {@link io.longhaul.load.tokenizer.CachingTokenCounter} that
 * encodes its text. Never tokenize on an event loop: encoding a text costs more than everything
 * else that a request needs.
 */
@NullMarked
package io.longhaul.load.tokenizer;

import org.jspecify.annotations.NullMarked;
