// The music shop in TypeScript: fills a fresh database through generated code, runs every statement, prints a report.
//
//   node build/src/main.js DRIVER DATA_DIR DATABASE                           SQLite: a file to make
//   node --conditions=postgres build/src/main.js DRIVER DATA_DIR DATABASE     PostgreSQL: the URL of an empty database
//   node --conditions=duckdb build/src/main.js duckdb DATA_DIR DATABASE       DuckDB: a file to make
//
// #engine is sqlite.js, postgres.js or duckdb.js: the drivers, and what an engine takes in its own way.

import { drivers, flag, ids, type Shop } from "#engine";
import { load } from "./load.js";
import { affected, one, rows, rowsIfSupported } from "./report.js";

async function catalogue(shop: Shop): Promise<void> {
  rows("list_genres", await shop.listGenres());
  one("get_artist 1", await shop.getArtist(1));
  one("get_artist 999", await shop.getArtist(999));
  rows("artists_of_country JP", await shop.artistsOfCountry("JP"));
  rows("artists_without_albums", await shop.artistsWithoutAlbums());
  rows("albums_of_artist 50", await shop.albumsOfArtist(50));
  one("album_details 1", await shop.albumDetails(1));
  one("album_details 7", await shop.albumDetails(7));
  rows("tracks_of_album 2", await shop.tracksOfAlbum(2));
  rows(
    "search_tracks without filters",
    await shop.searchTracks({
      pattern: null,
      genre_id: null,
      max_price_cents: null,
      explicit: null,
      page_size: 5,
      page_start: 0,
    }),
  );
  rows(
    "search_tracks with all filters",
    await shop.searchTracks({
      pattern: "%River",
      genre_id: 3,
      max_price_cents: 99,
      explicit: flag(false),
      page_size: 4,
      page_start: 2,
    }),
  );
  rows(
    "search_tracks explicit wild",
    await shop.searchTracks({
      pattern: "wild%",
      genre_id: null,
      max_price_cents: null,
      explicit: flag(true),
      page_size: 10,
      page_start: 0,
    }),
  );
  const page = await shop.tracksAfter("", 0, 4);
  rows("tracks_after start", page);
  const last = page[page.length - 1]!;
  rows("tracks_after last", await shop.tracksAfter(last.title, last.id, 4));
  rows("longest_tracks 3", await shop.longestTracks(3));
  rows("shortest_tracks 3", await shop.shortestTracks(3));
  one("count_tracks_without_genre", await shop.countTracksWithoutGenre());
  rows("composers_like Composer 1%", await shop.composersLike("Composer 1%"));
  rows(
    "free_tracks_from_view",
    await shop.freeTracksFromView("The Velvet Lanterns"),
  );
  rows("genre_statistics 200", await shop.genreStatistics(200));
  rows("price_bands", await shop.priceBands());
  rows("albums_per_decade", await shop.albumsPerDecade());
  rows("albums_of_year 1999", await shop.albumsOfYear("1999"));
  rows("repeated_titles 15", await shop.repeatedTitles(15));
  rows("top_tracks_per_genre 2", await shop.topTracksPerGenre(2));
  rows("album_timeline 3", await shop.albumTimeline(3));
  await rowsIfSupported("track_neighbours 3", async () =>
    shop.trackNeighbours(3),
  );
  await rowsIfSupported("ranked_artists 3", async () => shop.rankedArtists(3));
  one("artist_document 5", { document: await shop.artistDocument(5) });
  rows("find_anything Wild S", await shop.findAnything("Wild S"));
  rows("tracks_by_ids", await shop.tracksByIds(ids([3, 1, 2160])));
}

async function people(shop: Shop): Promise<void> {
  one(
    "find_customer anna.1@mail.example",
    await shop.findCustomer("anna.1@mail.example"),
  );
  one(
    "find_customer nobody@mail.example",
    await shop.findCustomer("nobody@mail.example"),
  );
  rows("customers_of_country FR", await shop.customersOfCountry("FR"));
  rows("newsletter_emails SE", await shop.newsletterEmails("SE"));
  rows("customers_per_country 15", await shop.customersPerCountry(15));
  rows("best_customers 5", await shop.bestCustomers(5));
  rows("customers_without_sales", await shop.customersWithoutSales());
  rows(
    "inactive_customers 2024-08-01",
    await shop.inactiveCustomers("2024-08-01 00:00:00"),
  );
  await rowsIfSupported("staff_tree", async () => shop.staffTree());
  await rowsIfSupported("managers_of 9", async () => shop.managersOf(9));
  rows("team_sizes", await shop.teamSizes());
}

async function sales(shop: Shop): Promise<void> {
  rows("invoices_of_customer 8", await shop.invoicesOfCustomer(8, 3, 1));
  one("invoice_with_lines 42", await shop.invoiceWithLines(42));
  rows(
    "overdue_invoices 2024-10-01",
    await shop.overdueInvoices("2024-10-01", 60),
  );
  rows("wrong_totals", await shop.wrongTotals());
  rows("revenue_by_month 2023", await shop.revenueByMonth("2023"));
  rows("revenue_by_country", await shop.revenueByCountry());
  rows("running_revenue 8", await shop.runningRevenue(8));
  await rowsIfSupported("moving_average 2023", async () =>
    shop.movingAverage("2023"),
  );
  await rowsIfSupported("customer_quartiles", async () =>
    shop.customerQuartiles(),
  );
  rows("sales_by_employee", await shop.salesByEmployee());
  rows("also_bought 14", await shop.alsoBought(14, 5));
  await rowsIfSupported("sales_calendar 2023-01-01", async () =>
    shop.salesCalendar("2023-01-01", "2023-01-07"),
  );
  rows("promotions_on 2024-07-01", await shop.promotionsOn("2024-07-01"));
  rows("invoice_status_counts", await shop.invoiceStatusCounts());
}

async function listening(shop: Shop): Promise<void> {
  rows("playlists_of_owner NULL", await shop.playlistsOfOwner(null));
  rows("playlists_of_owner 22", await shop.playlistsOfOwner(22));
  rows("empty_playlists", await shop.emptyPlaylists());
  rows("playlist_contents 2", await shop.playlistContents(2));
  one("playlist_document 2", { document: await shop.playlistDocument(2) });
  rows("top_rated_albums 3", await shop.topRatedAlbums(3, 5));
  rows("reviews_of_album 8 NULL", await shop.reviewsOfAlbum(8, null));
  rows("reviews_of_album 8 3", await shop.reviewsOfAlbum(8, 3));
  one("albums_without_reviews", await shop.albumsWithoutReviews());
  rows("wrong_review_counts", await shop.wrongReviewCounts());
  rows("listening_hours", await shop.listeningHours());
  rows(
    "most_played 2024-03-10",
    await shop.mostPlayed("2024-03-10 00:00:00", 5),
  );
  rows("first_plays 5", await shop.firstPlays(5));
  one("buyers_and_reviewers", await shop.buyersAndReviewers());
  rows("listeners_only", await shop.listenersOnly());
  rows("played_all_of 1 1", await shop.playedAllOf(1, 1));
  let count = 0;
  let seconds = 0;
  let first = "";
  let last = "";
  for await (const play of shop.iteratePlaysOfCustomer(24)) {
    count += 1;
    seconds += play.seconds;
    first ||= play.played_at;
    last = play.played_at;
  }
  rows("plays_of_customer 24, streamed", [{ count, seconds, first, last }]);
  const some: unknown[] = [];
  for await (const play of shop.iteratePlaysOfCustomer(24)) {
    some.push(play);
    if (some.length === 2) break;
  }
  rows("plays_of_customer 24, first two of a stream", some);
}

async function changes(shop: Shop): Promise<void> {
  affected("raise_prices 3 10", await shop.raisePrices(3, 10));
  rows("price_bands", await shop.priceBands());
  one(
    "add_album First",
    await shop.addAlbum({
      artist_id: 64,
      title: "First",
      released: "2025-01-01",
      label: null,
    }),
  );
  one(
    "add_album Second",
    await shop.addAlbum({
      artist_id: 64,
      title: "Second",
      released: null,
      label: "Étoile",
    }),
  );
  one(
    "add_customer",
    await shop.addCustomer({
      first_name: "Zoë",
      last_name: "Quinn",
      email: "zoe@mail.example",
      company: null,
      country: "IE",
      city: null,
      support_rep_id: null,
      newsletter: flag(true),
      created_at: "2025-02-03 04:05:06",
    }),
  );
  affected(
    "update_customer 2",
    await shop.updateCustomer({
      id: 2,
      first_name: "Benjamin",
      last_name: "O'Baker",
      company: 'New "Co"',
      city: null,
      newsletter: flag(true),
    }),
  );
  affected(
    "update_customer 9999",
    await shop.updateCustomer({
      id: 9999,
      first_name: "No",
      last_name: "One",
      company: null,
      city: null,
      newsletter: flag(false),
    }),
  );
  one(
    "find_customer ben.2@mail.example",
    await shop.findCustomer("ben.2@mail.example"),
  );
  affected("reassign_customers 4 5", await shop.reassignCustomers(4, 5));
  rows("sales_by_employee", await shop.salesByEmployee());
  await changeSales(shop);
  one("append_to_playlist 29 5", await shop.appendToPlaylist(29, 5));
  one("append_to_playlist 29 6", await shop.appendToPlaylist(29, 6));
  one("rename_playlist 29", await shop.renamePlaylist(29, "Évening 🎶"));
  one("rename_playlist 999", await shop.renamePlaylist(999, "x"));
  rows("remove_from_playlist 29 5", await shop.removeFromPlaylist(29, 5));
  one(
    "upsert_review new",
    await shop.upsertReview({
      album_id: 180,
      customer_id: 1,
      rating: 5,
      body: null,
      written_at: "2025-01-01 00:00:00",
    }),
  );
  one(
    "upsert_review changed",
    await shop.upsertReview({
      album_id: 180,
      customer_id: 1,
      rating: 2,
      body: "on second thought…",
      written_at: "2025-01-02 00:00:00",
    }),
  );
  rows("wrong_review_counts", await shop.wrongReviewCounts());
  rows("reviews_of_album 180 NULL", await shop.reviewsOfAlbum(180, null));
  const gone = await shop.deleteReviewsBelow(3, 8);
  rows(
    "delete_reviews_below 3 8, sorted",
    gone.sort((a, b) => a - b),
  );
  rows("wrong_review_counts", await shop.wrongReviewCounts());
  affected(
    "delete_plays_before 2024-03-05",
    await shop.deletePlaysBefore("2024-03-05 00:00:00"),
  );
}

async function changeSales(shop: Shop): Promise<void> {
  one("daily_totals", await shop.dailyTotals());
  affected(
    "summarise_days 2023",
    await shop.summariseDays("2023-01-01", "2023-12-31"),
  );
  one("daily_totals", await shop.dailyTotals());
  const sales = [
    { day: "2025-01-01", country: "DE", revenue_cents: 100 },
    { day: "2025-01-01", country: "DE", revenue_cents: 250 },
    { day: "2025-01-02", country: "FR", revenue_cents: 0 },
  ];
  affected("add_to_day, a batch of 3", await shop.addToDayBatch(sales));
  one(
    "day_of_country 2025-01-01 DE",
    await shop.dayOfCountry("2025-01-01", "DE"),
  );
  one(
    "day_of_country 2025-01-01 XX",
    await shop.dayOfCountry("2025-01-01", "XX"),
  );
  const ids = [6, 22, 30, 1, 99999];
  affected(
    "pay_invoice, a batch of 5 with one paid and one unknown",
    await shop.payInvoiceBatch(
      ids.map((id) => ({ id, paid_at: "2025-01-01 10:00:00" })),
    ),
  );
  rows("invoice_status_counts", await shop.invoiceStatusCounts());
}

async function main(driver: string, data: string, file: string): Promise<void> {
  const open = drivers[driver];
  if (open === undefined) throw new Error(`no driver ${driver}`);
  const db = await open(file);
  await db.migrate();
  await load(db.shop, data);
  await catalogue(db.shop);
  await people(db.shop);
  await sales(db.shop);
  await listening(db.shop);
  await changes(db.shop);
  await db.migrate();
  console.log("== apply_migrations again\nnothing to do");
  await db.close();
}

const [driver = "", data = "", file = ""] = process.argv.slice(2);
await main(driver, data, file);
