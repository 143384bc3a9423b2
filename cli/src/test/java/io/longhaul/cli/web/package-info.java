/** Tests of {@code longhaul web}. */
package io.longhaul.cli.web;
