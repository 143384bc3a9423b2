/**
 * Where this process's log goes. The only room with logback; everybody else logs through SLF4J. Any
 * thread may log.
 */
package io.longhaul.cli.log;
