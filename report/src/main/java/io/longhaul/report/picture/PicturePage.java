package io.longhaul.report.picture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/** Writes a picture as an HTML page, which loads nothing from the network. */
public final class PicturePage {
  private PicturePage() {}

  /** Writes the page; leaves the stream open. */
  public static void write(Picture picture, OutputStream out) throws IOException {
    String page =
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>%s</title><style>svg { max-width: 100%%; height: auto; }</style></head><body>
        %s</body></html>
        """
            .formatted(SvgDocument.escaped(picture.title()), SvgDocument.text(picture));
    out.write(page.getBytes(UTF_8));
  }
}
