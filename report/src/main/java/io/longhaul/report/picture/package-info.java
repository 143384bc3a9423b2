/**
 * Pictures of charts as SVG, PNG and JPEG. They need neither a browser nor a font: the outlines of
 * characters are a resource of this package, and Java 2D only fills shapes, for which it needs none
 * of the native libraries for fonts. Knows nothing of runs. Runs on the caller's thread.
 */
@NullMarked
package io.longhaul.report.picture;

import org.jspecify.annotations.NullMarked;
