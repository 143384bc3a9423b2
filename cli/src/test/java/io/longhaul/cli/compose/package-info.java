/**
 * The compose file, held to what it promises: each service's command runs as a process on this
 * machine, from the jars that the image would hold.
 */
package io.longhaul.cli.compose;
