/**
 * Tests of the compose file: each service's command runs as a process on this machine, from the
 * jars of the image.
 */
package io.longhaul.cli.compose;
