/**
 * Log configuration of this process. The only package that uses Logback; all others log through
 * SLF4J. Thread-safe.
 */
@NullMarked
package io.longhaul.cli.log;

import org.jspecify.annotations.NullMarked;
