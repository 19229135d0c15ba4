package suite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"testing"
)

// walked is a table of products that is written while pages of it are read: which rows are there, and which have gone
// or have other keys than when the walk began.
type walked struct {
	exec    func(sql string) error
	random  *rand.Rand
	there   []int64 // rows that are written; those below 100 stay as they are
	steady  map[int64]bool
	touched map[int64]bool
	moved   map[int64]bool // these have had several keys
	next    int64
}

func (w *walked) keys() string {
	rank := fmt.Sprint(w.random.Intn(5))
	if rank == "4" {
		rank = "NULL"
	}
	return fmt.Sprintf("price = %d, rank = %s", w.random.Intn(20), rank)
}

func (w *walked) insert(id int64) error {
	insert := fmt.Sprintf("INSERT INTO product SELECT %d, shop, name, price, rank, weight, amount, active, made, changed, code"+
		" FROM product WHERE id = 1", id)
	return errors.Join(w.exec(insert), w.exec(fmt.Sprintf("UPDATE product SET %s WHERE id = %d", w.keys(), id)))
}

// write inserts a row, deletes one or gives it other keys.
func (w *walked) write() error {
	if w.random.Intn(2) == 0 || len(w.there) == 0 {
		w.next++
		w.there = append(w.there, w.next)
		return w.insert(w.next)
	}
	at := w.random.Intn(len(w.there))
	id := w.there[at]
	w.touched[id] = true
	if w.random.Intn(2) == 0 {
		w.there = slices.Delete(w.there, at, at+1)
		return w.exec(fmt.Sprintf("DELETE FROM product WHERE id = %d", id))
	}
	w.moved[id] = true
	return w.exec(fmt.Sprintf("UPDATE product SET %s WHERE id = %d", w.keys(), id))
}

// walk reads all pages with writes between them, and reports where they break what pages by keys promise: a row that is
// there from the first page to the last, with its keys as they are, is on one page. Any other is on none or one, and on
// several only if its keys change. No page has a row that is not in the table.
func (w *walked) walk(page func(size int64, cursor *string) (ids []int64, next *string, err error)) error {
	w.touched, w.moved = map[int64]bool{}, map[int64]bool{}
	began := slices.Clone(w.there)
	seen := map[int64]int{}
	for cursor := (*string)(nil); ; {
		ids, next, err := page(int64(1+w.random.Intn(6)), cursor)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if seen[id]++; !w.steady[id] && !slices.Contains(w.there, id) {
				return fmt.Errorf("row %d is not in the table", id)
			}
		}
		if next == nil {
			break
		}
		cursor = next
		for range w.random.Intn(4) {
			if err := w.write(); err != nil {
				return err
			}
		}
	}
	for id, times := range seen {
		if times > 1 && !w.moved[id] {
			return fmt.Errorf("row %d is on %d pages", id, times)
		}
	}
	for id := range w.steady {
		if seen[id] != 1 {
			return fmt.Errorf("row %d stays, and is on %d pages", id, seen[id])
		}
	}
	for _, id := range began {
		if !w.touched[id] && seen[id] != 1 {
			return fmt.Errorf("row %d was there, and is on %d pages", id, seen[id])
		}
	}
	return nil
}

// TestPagesWritten: tables are written while their pages are read.
func TestPagesWritten(t *testing.T) {
	overSQL := func(db *sql.DB) func(string) error {
		return func(sql string) error { _, err := db.Exec(sql); return err }
	}
	for _, folder := range []string{"mattn", "duckdb", "pg"} {
		t.Run(folder, func(t *testing.T) {
			unit := unitOf(t, folder, "pages", "")
			var db any
			var exec func(string) error
			engine := folder
			switch folder {
			case "pg":
				pool := newPool(t, newDatabase(t), usual)
				engine, db = "postgres", pool
				exec = func(sql string) error { _, err := pool.Exec(context.Background(), sql); return err }
			case "duckdb":
				own := newDuckdb(t, "")
				db, exec = own, overSQL(own)
			default:
				own := newFile(t, "sqlite3")
				engine, db, exec = "sqlite", own, overSQL(own)
				if err := exec("PRAGMA synchronous = OFF"); err != nil { // there are thousands of writes
					t.Fatal(err)
				}
			}
			for _, script := range append(unit.Migrations(), testData(t, "pages", engine)...) {
				if err := exec(script); err != nil {
					t.Fatal(script, err)
				}
			}
			w := &walked{exec: exec, random: rand.New(rand.NewSource(1)), steady: map[int64]bool{}, next: 100}
			for id := range int64(30) {
				if w.steady[id+1] = true; id >= 7 { // behind those of TESTDATA
					if err := w.insert(id + 1); err != nil {
						t.Fatal(err)
					}
				}
			}
			app := reflect.ValueOf(unit.Open(db))
			for _, name := range []string{"ByPrice", "Newest", "Mixed", "Ranked", "RankedDown", "RankedFirst"} {
				for range 6 {
					if err := w.walk(pagesOf(app.MethodByName(name))); err != nil {
						t.Fatal(name, err)
					}
				}
			}
			if own, is := db.(*sql.DB); is && engine == "sqlite" {
				broken := 0
				for range 6 {
					if w.walk(byOffset(own)) != nil {
						broken++
					}
				}
				if broken == 0 {
					t.Error("pages by OFFSET keep the promise, too: the walks prove nothing")
				}
			}
		})
	}
}

// pagesOf calls a method of pages.
func pagesOf(method reflect.Value) func(int64, *string) ([]int64, *string, error) {
	return func(size int64, after *string) (ids []int64, next *string, err error) {
		params := reflect.New(method.Type().In(1)).Elem()
		params.FieldByName("Size").SetInt(size)
		params.FieldByName("After").Set(reflect.ValueOf(after))
		out := method.Call([]reflect.Value{reflect.ValueOf(context.Background()), params})
		if err, _ := out[1].Interface().(error); err != nil {
			return nil, nil, err
		}
		rows := out[0].FieldByName("Rows")
		for i := range rows.Len() {
			ids = append(ids, rows.Index(i).FieldByName("ID").Int())
		}
		return ids, out[0].FieldByName("Next").Interface().(*string), nil
	}
}

// byOffset reads pages as programs without keys do.
func byOffset(db *sql.DB) func(int64, *string) ([]int64, *string, error) {
	offset := int64(0)
	return func(size int64, _ *string) (ids []int64, next *string, err error) {
		rows, err := db.Query("SELECT id FROM product ORDER BY price, id LIMIT ? OFFSET ?", size, offset)
		if err != nil {
			return nil, nil, err
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			if err := rows.Scan(&id); err != nil {
				return nil, nil, err
			}
			ids = append(ids, id)
		}
		if offset += size; int64(len(ids)) == size {
			next = new(string)
		}
		return ids, next, rows.Err()
	}
}
