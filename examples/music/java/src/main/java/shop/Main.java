package shop;

import static shop.Report.affected;
import static shop.Report.one;
import static shop.Report.rows;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import shop.Music.AddAlbumParams;
import shop.Music.AddCustomerParams;
import shop.Music.SearchTracksParams;
import shop.Music.UpdateCustomerParams;
import shop.Music.UpsertReviewParams;

/**
 * The music shop in Java: fills a fresh database through generated code, runs every statement,
 * prints a report. Its arguments are the folder of the data and the JDBC URL of an empty database.
 */
public final class Main {
  private Main() {}

  private static void catalogue(Music music) throws SQLException {
    rows("list_genres", music.listGenres());
    one("get_artist 1", music.getArtist(1));
    one("get_artist 999", music.getArtist(999));
    rows("artists_of_country JP", music.artistsOfCountry("JP"));
    rows("artists_without_albums", music.artistsWithoutAlbums());
    rows("albums_of_artist 50", music.albumsOfArtist(50));
    one("album_details 1", music.albumDetails(1));
    one("album_details 7", music.albumDetails(7));
    rows("tracks_of_album 2", music.tracksOfAlbum(2));
    rows(
        "search_tracks without filters",
        music.searchTracks(SearchTracksParams.builder().pageSize(5).pageStart(0).build()));
    rows(
        "search_tracks with all filters",
        music.searchTracks(
            SearchTracksParams.builder()
                .pattern("%River")
                .genreId(3L)
                .maxPriceCents(99L)
                .explicit(false)
                .pageSize(4)
                .pageStart(2)
                .build()));
    rows(
        "search_tracks explicit wild",
        music.searchTracks(
            SearchTracksParams.builder()
                .pattern("wild%")
                .explicit(true)
                .pageSize(10)
                .pageStart(0)
                .build()));
    List<Music.TracksAfterRow> page = music.tracksAfter("", 0, 4);
    rows("tracks_after start", page);
    Music.TracksAfterRow last = page.get(page.size() - 1);
    rows("tracks_after last", music.tracksAfter(last.title(), last.id(), 4));
    rows("longest_tracks 3", music.longestTracks(3));
    rows("shortest_tracks 3", music.shortestTracks(3));
    one("count_tracks_without_genre", music.countTracksWithoutGenre());
    rows("composers_like Composer 1%", music.composersLike("Composer 1%"));
    rows("free_tracks_from_view", music.freeTracksFromView("The Velvet Lanterns"));
    rows("genre_statistics 200", music.genreStatistics(200));
    rows("price_bands", music.priceBands());
    rows("albums_per_decade", music.albumsPerDecade());
    rows("albums_of_year 1999", music.albumsOfYear("1999"));
    rows("repeated_titles 15", music.repeatedTitles(15));
    rows("top_tracks_per_genre 2", music.topTracksPerGenre(2));
    rows("album_timeline 3", music.albumTimeline(3));
    rows("track_neighbours 3", music.trackNeighbours(3));
    rows("ranked_artists 3", music.rankedArtists(3));
    one("artist_document 5", music.artistDocument(5));
    rows("find_anything Wild S", music.findAnything("Wild S"));
    rows("tracks_by_ids", music.tracksByIds(Engine.ids(List.of(3L, 1L, 2160L))));
  }

  private static void people(Music music) throws SQLException {
    one("find_customer anna.1@mail.example", music.findCustomer("anna.1@mail.example"));
    one("find_customer nobody@mail.example", music.findCustomer("nobody@mail.example"));
    rows("customers_of_country FR", music.customersOfCountry("FR"));
    rows("newsletter_emails SE", music.newsletterEmails("SE"));
    rows("customers_per_country 15", music.customersPerCountry(15));
    rows("best_customers 5", music.bestCustomers(5));
    rows("customers_without_sales", music.customersWithoutSales());
    rows("inactive_customers 2024-08-01", music.inactiveCustomers(at("2024-08-01T00:00:00")));
    rows("staff_tree", music.staffTree());
    rows("managers_of 9", music.managersOf(9));
    rows("team_sizes", music.teamSizes());
  }

  private static void sales(Music music) throws SQLException {
    rows("invoices_of_customer 8", music.invoicesOfCustomer(8, 3, 1));
    one("invoice_with_lines 42", music.invoiceWithLines(42));
    rows("overdue_invoices 2024-10-01", music.overdueInvoices(day("2024-10-01"), 60));
    rows("wrong_totals", music.wrongTotals());
    rows("revenue_by_month 2023", music.revenueByMonth("2023"));
    rows("revenue_by_country", music.revenueByCountry());
    rows("running_revenue 8", music.runningRevenue(8));
    rows("moving_average 2023", music.movingAverage("2023"));
    rows("customer_quartiles", music.customerQuartiles());
    rows("sales_by_employee", music.salesByEmployee());
    rows("also_bought 14", music.alsoBought(14, 5));
    rows("sales_calendar 2023-01-01", music.salesCalendar(day("2023-01-01"), day("2023-01-07")));
    rows("promotions_on 2024-07-01", music.promotionsOn(day("2024-07-01")));
    rows("invoice_status_counts", music.invoiceStatusCounts());
  }

  private static void listening(Music music) throws SQLException {
    rows("playlists_of_owner NULL", music.playlistsOfOwner(null));
    rows("playlists_of_owner 22", music.playlistsOfOwner(22L));
    rows("empty_playlists", music.emptyPlaylists());
    rows("playlist_contents 2", music.playlistContents(2));
    one("playlist_document 2", music.playlistDocument(2));
    rows("top_rated_albums 3", music.topRatedAlbums(3, 5));
    rows("reviews_of_album 8 NULL", music.reviewsOfAlbum(8, null));
    rows("reviews_of_album 8 3", music.reviewsOfAlbum(8, 3L));
    one("albums_without_reviews", music.albumsWithoutReviews());
    rows("wrong_review_counts", music.wrongReviewCounts());
    rows("listening_hours", music.listeningHours());
    rows("most_played 2024-03-10", music.mostPlayed(at("2024-03-10T00:00:00"), 5));
    rows("first_plays 5", music.firstPlays(5));
    one("buyers_and_reviewers", music.buyersAndReviewers());
    rows("listeners_only", music.listenersOnly());
    rows("played_all_of 1 1", music.playedAllOf(1, 1));
    streamed(music);
  }

  private static void changes(Music music) throws SQLException {
    affected("raise_prices 3 10", music.raisePrices(3, 10));
    rows("price_bands", music.priceBands());
    one(
        "add_album First",
        music.addAlbum(
            AddAlbumParams.builder()
                .artistId(64)
                .title("First")
                .released(day("2025-01-01"))
                .build()));
    one(
        "add_album Second",
        music.addAlbum(
            AddAlbumParams.builder().artistId(64).title("Second").label("Étoile").build()));
    one(
        "add_customer",
        music.addCustomer(
            AddCustomerParams.builder()
                .firstName("Zoë")
                .lastName("Quinn")
                .email("zoe@mail.example")
                .country("IE")
                .newsletter(true)
                .createdAt(at("2025-02-03T04:05:06"))
                .build()));
    affected(
        "update_customer 2",
        music.updateCustomer(
            UpdateCustomerParams.builder()
                .id(2)
                .firstName("Benjamin")
                .lastName("O'Baker")
                .company("New \"Co\"")
                .newsletter(true)
                .build()));
    affected(
        "update_customer 9999",
        music.updateCustomer(
            UpdateCustomerParams.builder()
                .id(9999)
                .firstName("No")
                .lastName("One")
                .newsletter(false)
                .build()));
    one("find_customer ben.2@mail.example", music.findCustomer("ben.2@mail.example"));
    affected("reassign_customers 4 5", music.reassignCustomers(4L, 5L));
    rows("sales_by_employee", music.salesByEmployee());
    changeSales(music);
    one("append_to_playlist 29 5", music.appendToPlaylist(29, 5));
    one("append_to_playlist 29 6", music.appendToPlaylist(29, 6));
    one("rename_playlist 29", music.renamePlaylist(29, "Évening 🎶"));
    one("rename_playlist 999", music.renamePlaylist(999, "x"));
    rows("remove_from_playlist 29 5", music.removeFromPlaylist(29, 5));
    one(
        "upsert_review new",
        music.upsertReview(
            UpsertReviewParams.builder()
                .albumId(180)
                .customerId(1)
                .rating(5)
                .writtenAt(at("2025-01-01T00:00:00"))
                .build()));
    one(
        "upsert_review changed",
        music.upsertReview(
            UpsertReviewParams.builder()
                .albumId(180)
                .customerId(1)
                .rating(2)
                .body("on second thought…")
                .writtenAt(at("2025-01-02T00:00:00"))
                .build()));
    rows("wrong_review_counts", music.wrongReviewCounts());
    rows("reviews_of_album 180 NULL", music.reviewsOfAlbum(180, null));
    rows(
        "delete_reviews_below 3 8, sorted",
        music.deleteReviewsBelow(3, 8).stream().sorted().toList());
    rows("wrong_review_counts", music.wrongReviewCounts());
    affected("delete_plays_before 2024-03-05", music.deletePlaysBefore(at("2024-03-05T00:00:00")));
  }

  private static void changeSales(Music music) throws SQLException {
    one("daily_totals", music.dailyTotals());
    affected("summarise_days 2023", music.summariseDays(day("2023-01-01"), day("2023-12-31")));
    one("daily_totals", music.dailyTotals());
    List<Music.AddToDayParams> sales =
        List.of(
            new Music.AddToDayParams(day("2025-01-01"), "DE", 100),
            new Music.AddToDayParams(day("2025-01-01"), "DE", 250),
            new Music.AddToDayParams(day("2025-01-02"), "FR", 0));
    affected("add_to_day, a batch of 3", music.addToDayBatch(sales));
    one("day_of_country 2025-01-01 DE", music.dayOfCountry(day("2025-01-01"), "DE"));
    one("day_of_country 2025-01-01 XX", music.dayOfCountry(day("2025-01-01"), "XX"));
    List<Music.PayInvoiceParams> payments =
        Stream.of(6, 22, 30, 1, 99999)
            .map(id -> new Music.PayInvoiceParams(id, at("2025-01-01T10:00:00")))
            .toList();
    affected(
        "pay_invoice, a batch of 5 with one paid and one unknown", music.payInvoiceBatch(payments));
    rows("invoice_status_counts", music.invoiceStatusCounts());
  }

  /** A stream read to its end, and one that is left after two rows. */
  private static void streamed(Music music) throws SQLException {
    long count = 0;
    double seconds = 0;
    LocalDateTime first = null;
    LocalDateTime last = null;
    try (Stream<Music.PlaysRow> plays = music.playsOfCustomerStream(24)) {
      for (Iterator<Music.PlaysRow> i = plays.iterator(); i.hasNext(); ) {
        Music.PlaysRow play = i.next();
        count++;
        seconds += play.seconds();
        first = first == null ? play.playedAt() : first;
        last = play.playedAt();
      }
    }
    record Streamed(long count, double seconds, LocalDateTime first, LocalDateTime last) {}
    one("plays_of_customer 24, streamed", new Streamed(count, seconds, first, last));
    try (Stream<Music.PlaysRow> plays = music.playsOfCustomerStream(24)) {
      rows("plays_of_customer 24, first two of a stream", plays.limit(2).toList());
    }
  }

  private static LocalDate day(String text) {
    return LocalDate.parse(text);
  }

  private static LocalDateTime at(String text) {
    return LocalDateTime.parse(text);
  }

  /** Runs the program. */
  public static void main(String[] args) throws Exception {
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    try (Connection db = DriverManager.getConnection(args[1])) {
      Music.applyMigrations(db);
      Music music = new Music(db);
      new Load(Path.of(args[0])).all(music);
      catalogue(music);
      people(music);
      sales(music);
      listening(music);
      changes(music);
      Music.applyMigrations(db);
      System.out.println("== apply_migrations again\nnothing to do");
    }
  }
}
