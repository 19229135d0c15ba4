package shop;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.function.Function;
import java.util.stream.Stream;

/** Loads the tab-separated files through the generated bulk writers. */
final class Load {
  private final Path data;

  Load(Path data) {
    this.data = data;
  }

  /** The fields of a line, read one after the other. */
  private static final class Line {
    private final String[] fields;
    private int next;

    Line(String text) {
      fields = text.split("\t", -1);
    }

    String text() {
      return fields[next++];
    }

    String textOrNull() {
      String field = text();
      return field.equals("\\N") ? null : field;
    }

    long number() {
      return Long.parseLong(text());
    }

    Long numberOrNull() {
      String field = textOrNull();
      return field == null ? null : Long.valueOf(field);
    }

    boolean flag() {
      return text().equals("1");
    }

    LocalDate date() {
      return LocalDate.parse(text());
    }

    LocalDate dateOrNull() {
      String field = textOrNull();
      return field == null ? null : LocalDate.parse(field);
    }

    LocalDateTime stamp() {
      return LocalDateTime.parse(text().replace(' ', 'T'));
    }

    LocalDateTime stampOrNull() {
      String field = textOrNull();
      return field == null ? null : LocalDateTime.parse(field.replace(' ', 'T'));
    }
  }

  /** A generated bulk insert. */
  private interface Bulk<R> {
    long insert(Iterable<R> rows) throws SQLException;
  }

  private <R> void fill(String table, Bulk<R> bulk, Function<Line, R> row)
      throws IOException, SQLException {
    try (Stream<String> lines = Files.lines(data.resolve(table + ".tsv"))) {
      Iterable<R> rows = () -> lines.map(Line::new).map(row).iterator();
      System.out.println(table + " | " + bulk.insert(rows));
    }
  }

  void all(Music music) throws IOException, SQLException {
    System.out.println("== loaded");
    fill(
        "artists",
        music::bulkInsertArtists,
        n -> new Music.ArtistsRow(n.number(), n.text(), n.textOrNull(), n.numberOrNull()));
    fill("genres", music::bulkInsertGenres, n -> new Music.GenresRow(n.number(), n.text()));
    fill(
        "media_types",
        music::bulkInsertMediaTypes,
        n -> new Music.MediaTypesRow(n.number(), n.text(), Engine.lossless(n.number())));
    albums(music);
    fill(
        "tracks",
        music::bulkInsertTracks,
        n ->
            new Music.TracksRow(
                n.number(),
                n.number(),
                n.number(),
                n.text(),
                n.numberOrNull(),
                n.number(),
                Engine.composers(n.textOrNull()),
                n.number(),
                n.number(),
                n.number(),
                n.flag()));
    people(music);
    sales(music);
    listening(music);
    Engine.loaded(music);
  }

  /** One table through its appender, row by row. */
  private void albums(Music music) throws IOException, SQLException {
    long written;
    try (Music.AlbumsAppender appender = music.createAlbumsAppender()) {
      for (String text : Files.readAllLines(data.resolve("albums.tsv"))) {
        Line n = new Line(text);
        appender.append(n.number(), n.number(), n.text(), n.dateOrNull(), n.textOrNull());
      }
      written = appender.flush();
    }
    System.out.println("albums | " + written);
  }

  private void people(Music music) throws IOException, SQLException {
    fill(
        "employees",
        music::bulkInsertEmployees,
        n ->
            new Music.EmployeesRow(
                n.number(), n.numberOrNull(), n.text(), n.text(), n.text(), n.date(), n.text()));
    fill(
        "customers",
        music::bulkInsertCustomers,
        n ->
            new Music.CustomersRow(
                n.number(),
                n.text(),
                n.text(),
                n.text(),
                n.textOrNull(),
                n.text(),
                n.textOrNull(),
                n.numberOrNull(),
                n.flag(),
                n.stamp()));
  }

  private void sales(Music music) throws IOException, SQLException {
    fill(
        "invoices",
        music::bulkInsertInvoices,
        n ->
            new Music.InvoicesRow(
                n.number(),
                n.number(),
                Engine.status(n.text()),
                n.stamp(),
                n.stampOrNull(),
                n.text(),
                new BigDecimal(n.text())));
    fill(
        "invoice_lines",
        music::bulkInsertInvoiceLines,
        n -> new Music.InvoiceLinesRow(n.number(), n.number(), n.number(), n.number(), n.number()));
    fill(
        "promotions",
        music::bulkInsertPromotions,
        n -> new Music.PromotionsRow(n.text(), n.number(), n.date(), n.dateOrNull(), n.text()));
  }

  private void listening(Music music) throws IOException, SQLException {
    fill(
        "playlists",
        music::bulkInsertPlaylists,
        n -> new Music.PlaylistsRow(n.number(), n.text(), n.numberOrNull(), n.flag(), n.stamp()));
    fill(
        "playlist_tracks",
        music::bulkInsertPlaylistTracks,
        n -> new Music.PlaylistTracksRow(n.number(), n.number(), n.number()));
    fill(
        "reviews",
        music::bulkInsertReviews,
        n ->
            new Music.ReviewsRow(
                n.number(), n.number(), n.number(), n.number(), n.textOrNull(), n.stamp()));
    fill(
        "plays",
        music::bulkInsertPlays,
        n -> new Music.PlaysRow(n.number(), n.number(), n.stamp(), Double.parseDouble(n.text())));
  }
}
