/**
 * Text to tokens: whose tokenizer, how many tokens, and which chunk brought each of them.
 *
 * <p>The only room that touches DJL and jtokkit. {@link io.longhaul.load.tokenizer.Tokenizers}
 * finds a tokenizer before the load; a {@link io.longhaul.load.tokenizer.Tokenizer} is safe on any
 * thread; a {@link io.longhaul.load.tokenizer.StreamingTokenCounter} belongs to one request and the
 * recording thread of its lane. Never on an event loop: a whole encode costs more than all the rest
 * of a request.
 */
package io.longhaul.load.tokenizer;
