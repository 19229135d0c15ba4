// Package presets plays what types of libraries generated code has, with every driver.
package presets

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/guregu/null/v6"
	"github.com/shopspring/decimal"

	duckdbguregu "sqg.example/suite/gen/duckdb-guregu/presets"
	duckdbpresets "sqg.example/suite/gen/duckdb/presets"
	mattnguregu "sqg.example/suite/gen/mattn-guregu/presets"
	mattnpresets "sqg.example/suite/gen/mattn/presets"
	moderncguregu "sqg.example/suite/gen/modernc-guregu/presets"
	moderncpresets "sqg.example/suite/gen/modernc/presets"
	pgguregu "sqg.example/suite/gen/pg-guregu/presets"
	pgpresets "sqg.example/suite/gen/pg/presets"
	zombiezenguregu "sqg.example/suite/gen/zombiezen-guregu/presets"
	zombiezenpresets "sqg.example/suite/gen/zombiezen/presets"
)

// accounts are the methods of ../presets, of rows A and P, with parameters S, M and F, and a credit C that may be NULL.
type accounts[A, P, S, M, F, R, C any] interface {
	BulkInsertAccount(ctx context.Context, rows iter.Seq[A]) (int64, error)
	BulkInsertPayment(ctx context.Context, rows iter.Seq[P]) (int64, error)
	AddPaymentBatch(ctx context.Context, rows iter.Seq[M]) (int64, error)
	AddPaymentBulk(ctx context.Context, rows iter.Seq[M]) (int64, error)
	AllAccounts(ctx context.Context) ([]A, error)
	AllPayments(ctx context.Context) ([]P, error)
	GetAccount(ctx context.Context, id uuid.UUID) (A, error)
	GetAccountBulk(ctx context.Context, rows iter.Seq[uuid.UUID]) ([]*A, error)
	SetCreditBatch(ctx context.Context, rows iter.Seq[S]) (int64, error)
	SetCreditBulk(ctx context.Context, rows iter.Seq[S]) (int64, error)
	Credits(ctx context.Context) ([]C, error)
	FindAccounts(ctx context.Context, p F) ([]R, error)
}

// The accounts, as JSON has them; SQLite leaves out what it has no types for.
var accountTexts = []string{`{"id": "00000000-0000-0000-0000-000000000001", "parent_id": null, "balance": "-12.5",
	"credit": "99.99", "owner_name": "Ann", "note": "first", "visits": 3, "opened_at": "2024-02-29T12:34:56.789Z",
	"state": "on hold", "links": ["00000000-0000-0000-0000-000000000002", null], "amounts": ["0.0001", null, "-7"],
	"line": {"item": "00000000-0000-0000-0000-00000000000a", "amount": "12345678901234567890.25"},
	"parts": {"00000000-0000-0000-0000-00000000000b": "1.5", "00000000-0000-0000-0000-00000000000c": null}}`,
	`{"id": "00000000-0000-0000-0000-000000000002", "parent_id": "00000000-0000-0000-0000-000000000001",
	"balance": "0", "credit": null, "owner_name": "Bob", "note": null, "visits": null, "opened_at": null,
	"state": "open", "links": [], "amounts": null, "line": null, "parts": null}`,
}

// accountID is the key of account n.
func accountID(n byte) uuid.UUID { return uuid.UUID{15: n} }

// asJSON is a value as JSON, with moments in UTC.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var read any
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return inUTC(read)
}

func inUTC(v any) any {
	switch v := v.(type) {
	case string:
		if moment, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return moment.UTC().Format(time.RFC3339Nano)
		}
	case []any:
		for i := range v {
			v[i] = inUTC(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = inUTC(v[k])
		}
	}
	return v
}

// fromJSON are rows from texts; what a row does not have is left out.
func fromJSON[R any](t *testing.T, texts ...string) []R {
	t.Helper()
	rows := make([]R, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal([]byte(text), &rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

// playAccounts stores and reads rows of the libraries' types in all ways. None is a filter for accounts without a note.
func playAccounts[A, P, S, M, F, R, C any](t *testing.T, q accounts[A, P, S, M, F, R, C], none F) {
	t.Helper()
	ctx := t.Context()
	same := func(what string, got any, err error, want any) {
		t.Helper()
		if g, w := asJSON(t, got), asJSON(t, want); err != nil || !reflect.DeepEqual(g, w) {
			t.Errorf("%s: %v %v\nnot %v", what, g, err, w)
		}
	}
	rows := fromJSON[A](t, accountTexts...)
	for i, row := range rows { // of what a row has, all is there
		var want any
		if err := json.Unmarshal([]byte(accountTexts[i]), &want); err != nil {
			t.Fatal(err)
		}
		for name, value := range asJSON(t, row).(map[string]any) {
			if w := inUTC(want.(map[string]any)[name]); !reflect.DeepEqual(value, w) {
				t.Errorf("%s: %v, not %v", name, value, w)
			}
		}
	}
	n, err := q.BulkInsertAccount(ctx, slices.Values(rows))
	same("inserted", n, err, 2)
	all, err := q.AllAccounts(ctx)
	same("all", all, err, rows)
	first, err := q.GetAccount(ctx, accountID(1))
	same("one", first, err, rows[0])
	// Few rows and many go by different ways.
	for _, times := range []int{1, 60} {
		ids := slices.Repeat([]uuid.UUID{accountID(2), accountID(7), accountID(1)}, times)
		found, err := q.GetAccountBulk(ctx, slices.Values(ids))
		same("looked up", found, err, slices.Repeat([]*A{&rows[1], nil, &rows[0]}, times))
	}
	credit := func(id, value string) string {
		return `{"id": "00000000-0000-0000-0000-00000000000` + id + `", "credit": ` + value + `}`
	}
	n, err = q.SetCreditBatch(ctx, slices.Values(fromJSON[S](t, credit("1", "null"), credit("2", `"1.25"`))))
	same("set", n, err, 2)
	credits, err := q.Credits(ctx)
	same("credits", credits, err, []any{nil, "1.25"})
	n, err = q.SetCreditBulk(ctx, slices.Values(fromJSON[S](t, credit("1", `"-0.01"`), credit("2", "null"),
		credit("3", `"3"`))))
	same("set in bulk", n, err, 2)
	credits, err = q.Credits(ctx)
	same("credits", credits, err, []any{"-0.01", nil})
	found, err := q.FindAccounts(ctx, none)
	same("without a note", found, err, []any{map[string]any{"id": accountID(2), "note": nil}})

	var payments []string
	for i := range 150 {
		account, amount, tags := "null", "null", "null"
		if i%3 > 0 {
			account = fmt.Sprintf(`"00000000-0000-0000-0000-%012x"`, i)
			amount, tags = fmt.Sprintf(`"%d.%d"`, i-70, i%9+1), "["+account+", null]"
		}
		payments = append(payments, fmt.Sprintf(`{"id": "00000000-0000-0000-0000-%012x", "account": %s, "amount": %s, "tags": %s}`, i, account, amount, tags))
	}
	n, err = q.AddPaymentBatch(ctx, slices.Values(fromJSON[M](t, payments[:4]...)))
	same("added", n, err, 4)
	n, err = q.AddPaymentBulk(ctx, slices.Values(fromJSON[M](t, payments[4:8]...)))
	same("added in bulk", n, err, 4)
	n, err = q.AddPaymentBulk(ctx, slices.Values(fromJSON[M](t, payments[8:130]...)))
	same("added many in bulk", n, err, 122)
	n, err = q.BulkInsertPayment(ctx, slices.Values(fromJSON[P](t, payments[130:]...)))
	same("loaded", n, err, 20)
	paid, err := q.AllPayments(ctx)
	same("payments", paid, err, fromJSON[P](t, payments...))
}

// TestPresets: types of google/uuid, shopspring/decimal and guregu/null, with every driver.
func TestPresets(t *testing.T) {
	isNull := sql.Null[string]{}
	text := func(t *testing.T, got any, err error, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if s := fmt.Sprint(asJSON(t, got)); err != nil || !strings.Contains(s, part) {
				t.Errorf("%s %v, not %s", s, err, part)
			}
		}
	}
	balances := func(t *testing.T, got []decimal.Decimal, err error) {
		t.Helper()
		if err != nil || fmt.Sprint(got) != "[-12.5 0]" {
			t.Error(got, err)
		}
	}
	ids := []uuid.UUID{accountID(1), accountID(2)}
	t.Run("pgx", func(t *testing.T) {
		q := onPool(t, newDatabase(t), pgpresets.Migrations(), pgpresets.New)
		playAccounts(t, q, pgpresets.FindAccountsParams{Note: &isNull})
		got, err := q.Balances(t.Context(), ids[:1], []decimal.Decimal{decimal.New(0, 3)})
		balances(t, got, err)
		stored, err := q.AccountText(t.Context(), accountID(1))
		text(t, stored, err, "balance:-12.50 ", "credit:-0.01 ", "amounts:{0.0001,NULL,-7} ",
			"line:(00000000-0000-0000-0000-00000000000a,12345678901234567890.25) ")
	})
	t.Run("pgx, guregu", func(t *testing.T) {
		q := onPool(t, newDatabase(t), pgguregu.Migrations(), pgguregu.New)
		playAccounts(t, q, pgguregu.FindAccountsParams{Note: &null.String{}})
		var _ pgguregu.Querier = q
	})
	t.Run("mattn", func(t *testing.T) {
		q, exec := overSQL(t, "sqlite3", mattnpresets.Migrations(), mattnpresets.New)
		playAccounts(t, q, mattnpresets.FindAccountsParams{Note: &isNull})
		got, err := q.Balances(t.Context(), ids)
		balances(t, got, err)
		stored, err := q.AccountText(t.Context(), accountID(2))
		text(t, stored, err, "balance:0 ", "parent_id:00000000-0000-0000-0000-000000000001")
		exec("UPDATE account SET balance = 'much'")
		if _, err := q.AllAccounts(t.Context()); err == nil || !strings.Contains(err.Error(), "balance") {
			t.Error(err)
		}
	})
	t.Run("mattn, guregu", func(t *testing.T) {
		q, _ := overSQL(t, "sqlite3", mattnguregu.Migrations(), mattnguregu.New)
		playAccounts(t, q, mattnguregu.FindAccountsParams{Note: &null.String{}})
	})
	t.Run("modernc", func(t *testing.T) {
		q, _ := overSQL(t, "sqlite", moderncpresets.Migrations(), moderncpresets.New)
		playAccounts(t, q, moderncpresets.FindAccountsParams{Note: &isNull})
	})
	t.Run("modernc, guregu", func(t *testing.T) {
		q, _ := overSQL(t, "sqlite", moderncguregu.Migrations(), moderncguregu.New)
		playAccounts(t, q, moderncguregu.FindAccountsParams{Note: &null.String{}})
	})
	t.Run("zombiezen", func(t *testing.T) {
		q := onConnection(t, zombiezenpresets.Migrations(), zombiezenpresets.New)
		playAccounts(t, q, zombiezenpresets.FindAccountsParams{Note: &isNull})
	})
	t.Run("zombiezen, guregu", func(t *testing.T) {
		q := onConnection(t, zombiezenguregu.Migrations(), zombiezenguregu.New)
		playAccounts(t, q, zombiezenguregu.FindAccountsParams{Note: &null.String{}})
	})
	t.Run("duckdb", func(t *testing.T) {
		q, _ := overSQL(t, "duckdb", duckdbpresets.Migrations(), duckdbpresets.New)
		playAccounts(t, q, duckdbpresets.FindAccountsParams{Note: &isNull})
		got, err := q.Balances(t.Context(), ids[:1], []decimal.Decimal{decimal.New(0, 3)})
		balances(t, got, err)
		stored, err := q.AccountText(t.Context(), accountID(1))
		text(t, stored, err, "balance:-12.50 ", "credit:-0.01 ", "amounts:[0.0001, NULL, -7.0000] ",
			"12345678901234567890.2500", "00000000-0000-0000-0000-00000000000b=1.50")
		if _, err := q.SetCredit(t.Context(), new(decimal.New(1, 300)), accountID(1)); err == nil {
			t.Error("stored 1e300")
		}
	})
	t.Run("duckdb, guregu", func(t *testing.T) {
		q, _ := overSQL(t, "duckdb", duckdbguregu.Migrations(), duckdbguregu.New)
		playAccounts(t, q, duckdbguregu.FindAccountsParams{Note: &null.String{}})
	})
}

// TestDecimalsOfPostgres: what a decimal.Decimal cannot be is an error that names the column.
func TestDecimalsOfPostgres(t *testing.T) {
	url := newDatabase(t)
	q := onPool(t, url, pgpresets.Migrations(), pgpresets.New)
	run(t, url, "INSERT INTO payment (id, amount) VALUES ('"+accountID(1).String()+"', 'NaN')")
	if _, err := q.AllPayments(t.Context()); err == nil || !strings.Contains(err.Error(), "column amount") {
		t.Error(err)
	}
	run(t, url, "UPDATE payment SET amount = '-Infinity'")
	if _, err := q.AllPayments(t.Context()); err == nil || !strings.Contains(err.Error(), "column amount") {
		t.Error(err)
	}
}
