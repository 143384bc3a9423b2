/**
 * The script {@code longhaul}, held to what it says and does, on a machine whose Java and Maven are
 * small scripts: nothing is built, and no JVM is started.
 */
package io.longhaul.cli.launcher;
