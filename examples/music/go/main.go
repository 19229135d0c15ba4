// The music shop in Go: fills a fresh database through generated code, runs every statement, prints a report.
//
//	go run . DATA_DIR DATABASE                    SQLite by mattn/go-sqlite3: a file to make
//	go run -tags modernc . DATA_DIR DATABASE      the same by modernc.org/sqlite
//	go run -tags zombiezen . DATA_DIR DATABASE    and by zombiezen.com/go/sqlite
//	go run -tags pgx . DATA_DIR DATABASE          PostgreSQL by pgx: the URL of an empty database
//	go run -tags duckdb . DATA_DIR DATABASE       DuckDB: a file to make
//
// A tag chooses the file that opens the database and says what the engine takes in its own way: mattn.go, modernc.go,
// zombiezen.go, pgx.go or duckdb.go. All else is the same for every driver.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: music DATA_DIR DATABASE")
	}
	data, database := os.Args[1], os.Args[2]
	ctx := context.Background()
	db, err := open(ctx, database)
	must(err)
	defer db.Close()
	_, err = ApplyMigrations(ctx, db, "")
	must(err)
	shop := New(db)
	load(ctx, shop, data)
	must(loaded(ctx, shop))
	catalogue(ctx, shop)
	people(ctx, shop)
	sales(ctx, shop)
	listening(ctx, shop)
	changes(ctx, shop)
	applied, err := ApplyMigrations(ctx, db, "")
	must(err)
	fmt.Println("== apply_migrations again")
	for _, name := range applied {
		fmt.Println(name)
	}
	if len(applied) == 0 {
		fmt.Println("nothing to do")
	}
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func catalogue(ctx context.Context, shop *Music) {
	rows("list_genres")(shop.ListGenres(ctx))
	one("get_artist 1")(shop.GetArtist(ctx, 1))
	one("get_artist 999")(shop.GetArtist(ctx, 999))
	rows("artists_of_country JP")(shop.ArtistsOfCountry(ctx, "JP"))
	rows("artists_without_albums")(shop.ArtistsWithoutAlbums(ctx))
	rows("albums_of_artist 50")(shop.AlbumsOfArtist(ctx, 50))
	one("album_details 1")(shop.AlbumDetails(ctx, 1))
	one("album_details 7")(shop.AlbumDetails(ctx, 7))
	rows("tracks_of_album 2")(shop.TracksOfAlbum(ctx, 2))
	rows("search_tracks without filters")(shop.SearchTracks(ctx, SearchTracksParams{PageSize: 5}))
	rows("search_tracks with all filters")(shop.SearchTracks(ctx, SearchTracksParams{
		Pattern:       new("%River"),
		GenreID:       new(int64(3)),
		MaxPriceCents: new(int64(99)),
		Explicit:      new(false),
		PageSize:      4,
		PageStart:     2,
	}))
	rows("search_tracks explicit wild")(shop.SearchTracks(ctx, SearchTracksParams{
		Pattern:  new("wild%"),
		Explicit: new(true),
		PageSize: 10,
	}))
	page, err := shop.TracksAfter(ctx, "", 0, 4)
	rows("tracks_after start")(page, err)
	last := page[len(page)-1]
	rows("tracks_after last")(shop.TracksAfter(ctx, last.Title, last.ID, 4))
	rows("longest_tracks 3")(shop.LongestTracks(ctx, 3))
	rows("shortest_tracks 3")(shop.ShortestTracks(ctx, 3))
	one("count_tracks_without_genre")(shop.CountTracksWithoutGenre(ctx))
	rows("composers_like Composer 1%")(shop.ComposersLike(ctx, "Composer 1%"))
	rows("free_tracks_from_view")(shop.FreeTracksFromView(ctx, "The Velvet Lanterns"))
	rows("genre_statistics 200")(shop.GenreStatistics(ctx, 200))
	rows("price_bands")(shop.PriceBands(ctx))
	rows("albums_per_decade")(shop.AlbumsPerDecade(ctx))
	rows("albums_of_year 1999")(shop.AlbumsOfYear(ctx, "1999"))
	rows("repeated_titles 15")(shop.RepeatedTitles(ctx, 15))
	rows("top_tracks_per_genre 2")(shop.TopTracksPerGenre(ctx, 2))
	rows("album_timeline 3")(shop.AlbumTimeline(ctx, 3))
	rows("track_neighbours 3")(shop.TrackNeighbours(ctx, 3))
	rows("ranked_artists 3")(shop.RankedArtists(ctx, 3))
	one("artist_document 5")(shop.ArtistDocument(ctx, 5))
	rows("find_anything Wild S")(shop.FindAnything(ctx, "Wild S"))
	rows("tracks_by_ids")(shop.TracksByIds(ctx, ids(3, 1, 2160)))
}

func people(ctx context.Context, shop *Music) {
	one("find_customer anna.1@mail.example")(shop.FindCustomer(ctx, "anna.1@mail.example"))
	one("find_customer nobody@mail.example")(shop.FindCustomer(ctx, "nobody@mail.example"))
	rows("customers_of_country FR")(shop.CustomersOfCountry(ctx, "FR"))
	rows("newsletter_emails SE")(shop.NewsletterEmails(ctx, "SE"))
	rows("customers_per_country 15")(shop.CustomersPerCountry(ctx, 15))
	rows("best_customers 5")(shop.BestCustomers(ctx, 5))
	rows("customers_without_sales")(shop.CustomersWithoutSales(ctx))
	rows("inactive_customers 2024-08-01")(shop.InactiveCustomers(ctx, at("2024-08-01 00:00:00")))
	rows("staff_tree")(shop.StaffTree(ctx))
	rows("managers_of 9")(shop.ManagersOf(ctx, 9))
	rows("team_sizes")(shop.TeamSizes(ctx))
}

func sales(ctx context.Context, shop *Music) {
	rows("invoices_of_customer 8")(shop.InvoicesOfCustomer(ctx, 8, 3, 1))
	one("invoice_with_lines 42")(shop.InvoiceWithLines(ctx, 42))
	rows("overdue_invoices 2024-10-01")(shop.OverdueInvoices(ctx, day("2024-10-01"), 60))
	rows("wrong_totals")(shop.WrongTotals(ctx))
	rows("revenue_by_month 2023")(shop.RevenueByMonth(ctx, "2023"))
	rows("revenue_by_country")(shop.RevenueByCountry(ctx))
	rows("running_revenue 8")(shop.RunningRevenue(ctx, 8))
	rows("moving_average 2023")(shop.MovingAverage(ctx, "2023"))
	rows("customer_quartiles")(shop.CustomerQuartiles(ctx))
	rows("sales_by_employee")(shop.SalesByEmployee(ctx))
	rows("also_bought 14")(shop.AlsoBought(ctx, 14, 5))
	rows("sales_calendar 2023-01-01")(shop.SalesCalendar(ctx, day("2023-01-01"), day("2023-01-07")))
	rows("promotions_on 2024-07-01")(shop.PromotionsOn(ctx, day("2024-07-01")))
	rows("invoice_status_counts")(shop.InvoiceStatusCounts(ctx))
}

func listening(ctx context.Context, shop *Music) {
	rows("playlists_of_owner NULL")(shop.PlaylistsOfOwner(ctx, nil))
	rows("playlists_of_owner 22")(shop.PlaylistsOfOwner(ctx, new(int64(22))))
	rows("empty_playlists")(shop.EmptyPlaylists(ctx))
	rows("playlist_contents 2")(shop.PlaylistContents(ctx, 2))
	one("playlist_document 2")(shop.PlaylistDocument(ctx, 2))
	rows("top_rated_albums 3")(shop.TopRatedAlbums(ctx, 3, 5))
	rows("reviews_of_album 8 NULL")(shop.ReviewsOfAlbum(ctx, 8, nil))
	rows("reviews_of_album 8 3")(shop.ReviewsOfAlbum(ctx, 8, new(int64(3))))
	one("albums_without_reviews")(shop.AlbumsWithoutReviews(ctx))
	rows("wrong_review_counts")(shop.WrongReviewCounts(ctx))
	rows("listening_hours")(shop.ListeningHours(ctx))
	rows("most_played 2024-03-10")(shop.MostPlayed(ctx, at("2024-03-10 00:00:00"), 5))
	rows("first_plays 5")(shop.FirstPlays(ctx, 5))
	one("buyers_and_reviewers")(shop.BuyersAndReviewers(ctx))
	rows("listeners_only")(shop.ListenersOnly(ctx))
	rows("played_all_of 1 1")(shop.PlayedAllOf(ctx, 1, 1))
	streamed(ctx, shop)
}

// streamed reads a stream to its end, and leaves one after two rows.
func streamed(ctx context.Context, shop *Music) {
	var all struct {
		Count       int
		Seconds     float64
		First, Last time.Time
	}
	for play, err := range shop.EachPlaysOfCustomer(ctx, 24) {
		must(err)
		if all.Count == 0 {
			all.First = play.PlayedAt
		}
		all.Count++
		all.Seconds += play.Seconds
		all.Last = play.PlayedAt
	}
	one("plays_of_customer 24, streamed")(all, nil)
	var some []any
	for play, err := range shop.EachPlaysOfCustomer(ctx, 24) {
		must(err)
		some = append(some, play)
		if len(some) == 2 {
			break
		}
	}
	rows("plays_of_customer 24, first two of a stream")(some, nil)
}

func changes(ctx context.Context, shop *Music) {
	affected("raise_prices 3 10")(shop.RaisePrices(ctx, 3, 10))
	rows("price_bands")(shop.PriceBands(ctx))
	one("add_album First")(shop.AddAlbum(ctx,
		AddAlbumParams{ArtistID: 64, Title: "First", Released: new(day("2025-01-01"))}))
	one("add_album Second")(shop.AddAlbum(ctx, AddAlbumParams{ArtistID: 64, Title: "Second", Label: new("Étoile")}))
	one("add_customer")(shop.AddCustomer(ctx, AddCustomerParams{
		FirstName:  "Zoë",
		LastName:   "Quinn",
		Email:      "zoe@mail.example",
		Country:    "IE",
		Newsletter: true,
		CreatedAt:  at("2025-02-03 04:05:06"),
	}))
	affected("update_customer 2")(shop.UpdateCustomer(ctx, UpdateCustomerParams{
		ID:         2,
		FirstName:  "Benjamin",
		LastName:   "O'Baker",
		Company:    new(`New "Co"`),
		Newsletter: true,
	}))
	affected("update_customer 9999")(shop.UpdateCustomer(ctx, UpdateCustomerParams{
		ID:        9999,
		FirstName: "No",
		LastName:  "One",
	}))
	one("find_customer ben.2@mail.example")(shop.FindCustomer(ctx, "ben.2@mail.example"))
	affected("reassign_customers 4 5")(shop.ReassignCustomers(ctx, 4, new(int64(5))))
	rows("sales_by_employee")(shop.SalesByEmployee(ctx))
	changeSales(ctx, shop)
	one("append_to_playlist 29 5")(shop.AppendToPlaylist(ctx, 29, 5))
	one("append_to_playlist 29 6")(shop.AppendToPlaylist(ctx, 29, 6))
	one("rename_playlist 29")(shop.RenamePlaylist(ctx, 29, "Évening 🎶"))
	one("rename_playlist 999")(shop.RenamePlaylist(ctx, 999, "x"))
	rows("remove_from_playlist 29 5")(shop.RemoveFromPlaylist(ctx, 29, 5))
	changeReviews(ctx, shop)
	affected("delete_plays_before 2024-03-05")(shop.DeletePlaysBefore(ctx, at("2024-03-05 00:00:00")))
}

func changeSales(ctx context.Context, shop *Music) {
	one("daily_totals")(shop.DailyTotals(ctx))
	affected("summarise_days 2023")(shop.SummariseDays(ctx, day("2023-01-01"), day("2023-12-31")))
	one("daily_totals")(shop.DailyTotals(ctx))
	affected("add_to_day, a batch of 3")(shop.AddToDayBatch(ctx, slices.Values([]AddToDayParams{
		{Day: day("2025-01-01"), Country: "DE", RevenueCents: 100},
		{Day: day("2025-01-01"), Country: "DE", RevenueCents: 250},
		{Day: day("2025-01-02"), Country: "FR", RevenueCents: 0},
	})))
	one("day_of_country 2025-01-01 DE")(shop.DayOfCountry(ctx, day("2025-01-01"), "DE"))
	one("day_of_country 2025-01-01 XX")(shop.DayOfCountry(ctx, day("2025-01-01"), "XX"))
	affected("pay_invoice, a batch of 5 with one paid and one unknown")(
		shop.PayInvoiceBatch(ctx, func(yield func(PayInvoiceParams) bool) {
			paidAt := at("2025-01-01 10:00:00")
			for _, id := range []int64{6, 22, 30, 1, 99999} {
				if !yield(PayInvoiceParams{ID: id, PaidAt: &paidAt}) {
					return
				}
			}
		}))
	rows("invoice_status_counts")(shop.InvoiceStatusCounts(ctx))
}

func changeReviews(ctx context.Context, shop *Music) {
	one("upsert_review new")(shop.UpsertReview(ctx, UpsertReviewParams{
		AlbumID:    180,
		CustomerID: 1,
		Rating:     5,
		WrittenAt:  at("2025-01-01 00:00:00"),
	}))
	one("upsert_review changed")(shop.UpsertReview(ctx, UpsertReviewParams{
		AlbumID:    180,
		CustomerID: 1,
		Rating:     2,
		Body:       new("on second thought…"),
		WrittenAt:  at("2025-01-02 00:00:00"),
	}))
	rows("wrong_review_counts")(shop.WrongReviewCounts(ctx))
	rows("reviews_of_album 180 NULL")(shop.ReviewsOfAlbum(ctx, 180, nil))
	gone, err := shop.DeleteReviewsBelow(ctx, 3, 8)
	slices.Sort(gone)
	rows("delete_reviews_below 3 8, sorted")(gone, err)
	rows("wrong_review_counts")(shop.WrongReviewCounts(ctx))
}

func day(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	must(err)
	return t
}

func at(text string) time.Time {
	t, err := time.Parse(time.DateTime, text)
	must(err)
	return t
}
