/**
 * Tests of the script {@code longhaul} with small scripts as Java and Maven: nothing is built and
 * no JVM is started.
 */
package io.longhaul.cli.launcher;
