package suite

import (
	"context"
	"database/sql"
	"iter"
	"reflect"
	"slices"
	"testing"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"zombiezen.com/go/sqlite"

	duckparcels "sqg.example/suite/gen-divided/duckdb"
	mattnparcels "sqg.example/suite/gen-divided/mattn"
	post "sqg.example/suite/gen-divided/modernc"
	pgparcels "sqg.example/suite/gen-divided/pg"
	zombieparcels "sqg.example/suite/gen-divided/zombiezen"
)

type intake[ID, R any] interface {
	BulkInsertParcels(ctx context.Context, rows iter.Seq[R]) (int64, error)
	Parcel(ctx context.Context, id ID) (R, error)
	ForgetBatch(ctx context.Context, ids iter.Seq[ID]) (int64, error)
}

type delivery[S, R any] interface {
	AllParcels(ctx context.Context) ([]R, error)
	States(ctx context.Context) ([]S, error)
}

// playParcels: the structs of a unit's files have the row types of the unit in common.
func playParcels[ID, S, R any](t *testing.T, applied []string, err error, in intake[ID, R], out delivery[S, R], id ID,
	state S, row R) {
	t.Helper()
	ctx := t.Context()
	if err != nil || !slices.Equal(applied, []string{"1"}) {
		t.Fatal(applied, err)
	}
	if n, err := in.BulkInsertParcels(ctx, slices.Values([]R{row})); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	one, err := in.Parcel(ctx, id)
	wants(t, one, row, err)
	all, err := out.AllParcels(ctx)
	wants(t, all, []R{row}, err)
	states, err := out.States(ctx)
	wants(t, states, []S{state}, err)
	gone, err := in.ForgetBatch(ctx, slices.Values([]ID{id}))
	wants(t, gone, 1, err)
}

func wants[T any](t *testing.T, got, want T, err error) {
	t.Helper()
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%v, not %v: %v", got, want, err)
	}
}

// TestDivided: a struct for each file (classes: file), in a package of another name than its folder's (package).
func TestDivided(t *testing.T) {
	ctx, to := context.Background(), "London"
	t.Run("mattn", func(t *testing.T) {
		db := newFile(t, "sqlite3")
		applied, err := mattnparcels.ApplyMigrations(ctx, db, "")
		playParcels(t, applied, err, mattnparcels.NewIntake(db), mattnparcels.NewDelivery(db), 1, "sent",
			mattnparcels.ParcelsRow{ID: 1, State: "sent", To: &to, Delay: 3})
	})
	t.Run("modernc", func(t *testing.T) {
		db := newFile(t, "sqlite")
		applied, err := post.ApplyParcelsMigrations(ctx, db, "")
		h := &heard{}
		playParcels(t, applied, err, post.NewIntake(db).WithObserver(h.observe),
			post.NewDelivery(db).WithObserver(h.observe), 1, "sent",
			post.ParcelsRow{ID: 1, State: "sent", To: &to, Delay: 3})
		h.wants(t, "> parcels", "parcels 1", "> parcel", "parcel 1", "> all_parcels", "all_parcels 1", "> states",
			"states 1", "> forget", "forget 1")
	})
	t.Run("zombiezen", func(t *testing.T) {
		db, err := sqlite.OpenConn(":memory:")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		applied, err := zombieparcels.ApplyParcelsMigrations(ctx, db, "")
		playParcels(t, applied, err, zombieparcels.NewIntake(db), zombieparcels.NewDelivery(db), 1, "sent",
			zombieparcels.ParcelsRow{ID: 1, State: "sent", To: &to, Delay: 3})
	})
	t.Run("pgx", func(t *testing.T) {
		db, err := pgx.Connect(ctx, newDatabase(t))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close(ctx)
		applied, err := pgparcels.ApplyMigrations(ctx, db, "")
		street, number := "St James's Square", int32(12)
		playParcels(t, applied, err, pgparcels.NewIntake(db), pgparcels.NewDelivery(db), 1, pgparcels.StateSent,
			pgparcels.ParcelsRow{ID: 1, State: pgparcels.StateSent,
				To:    &pgparcels.Place{Street: &street, Number: &number},
				Delay: pgtype.Interval{Days: 1, Valid: true}})
	})
	t.Run("duckdb", func(t *testing.T) {
		db, err := sql.Open("duckdb", "")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		applied, err := duckparcels.ApplyParcelsMigrations(ctx, db, "")
		street, number := "St James's Square", int32(12)
		var in duckparcels.IntakeQuerier = duckparcels.NewIntake(db)
		playParcels(t, applied, err, in, duckparcels.NewDelivery(db), 1, duckparcels.StateSent,
			duckparcels.ParcelsRow{ID: 1, State: duckparcels.StateSent,
				To:    &duckparcels.Place{Street: &street, Number: &number},
				Delay: duckdb.Interval{Days: 1}})
	})
}
