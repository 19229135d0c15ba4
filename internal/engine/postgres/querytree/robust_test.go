package querytree

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/sqg-dev/sqg/internal/infer"
)

// smallTrees are what a reader must take, or refuse, without a server.
var smallTrees = []string{
	"", "{", "}", "(", ")", "({QUERY})", "{QUERY :a}", "{QUERY :commandType 6}",
	"{QUERY :commandType 1 :targetList <>}", `{QUERY :commandType 1 :x "a\"b" :y \<\> :z (b 1 2) :w 4 [ 1 -2 ]}`,
	"{QUERY :commandType 1 :rtable ({RANGETBLENTRY :rtekind 2 :joinaliasvars ({VAR :varno 1 :varattno 1 :varnullingrels (b) :varlevelsup 0})}) :targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 1 :varnullingrels (b) :varlevelsup 0} :resno 1 :resname x :resjunk false})}",
	"{QUERY :commandType 1 :rtable ({RANGETBLENTRY :rtekind 6 :ctename r :ctelevelsup 0}) :cteList ({COMMONTABLEEXPR :ctename r :cterecursive false :ctequery {QUERY :commandType 1}}) :targetList ({TARGETENTRY :expr {VAR :varno 1 :varattno 1}})}",
	"{QUERY :commandType 1 :rtable ({RANGETBLENTRY :rtekind 6 :ctename r :ctelevelsup 0}) :cteList ({COMMONTABLEEXPR :ctename r :cterecursive false :ctequery {QUERY :commandType 1 :rtable ({RANGETBLENTRY :rtekind 6 :ctename r :ctelevelsup 1}) :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1})} :targetList <>}}) :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1})} :targetList <>}",
	"{QUERY :commandType 1 :targetList ({TARGETENTRY :expr {PARAM :paramkind 0 :paramid 2147483647}})}",
	strings.Repeat("(", 9000), strings.Repeat("{A :a ", 9000), "{QUERY :a [ 1", "{QUERY \\", "{QUERY :a \"\\",
	"{QUERY :commandType 1 :targetList ({TARGETENTRY :expr {BOOLEXPR :boolop not :args <>}}) :jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 9}) :quals {BOOLEXPR :boolop not :args <>}}}",
}

// FuzzTree reads whatever comes: nothing panics, and nothing takes forever.
func FuzzTree(f *testing.F) {
	for _, s := range smallTrees {
		f.Add(s)
	}
	c, err := Load(18, func(string) ([][][]byte, error) { return nil, nil })
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if q, err := Parse(text); err == nil {
			c.Analyze(q, []Said{SaidNull})
		}
	})
}

// broken is a tree's text with something wrong: a field, number or list gone or another's.
func broken(rng *rand.Rand, tree string) string {
	words := strings.Split(tree, " ")
	for range 1 + rng.Intn(3) {
		at := rng.Intn(len(words))
		switch rng.Intn(5) {
		case 0:
			words[at] = fmt.Sprint(rng.Intn(12) - 1)
		case 1:
			words[at] = words[rng.Intn(len(words))]
		case 2:
			words = append(words[:at:at], words[at+1:]...)
		case 3:
			words[at] = "<>"
		case 4:
			end := min(len(words), at+rng.Intn(40))
			words = append(words[:at:at], words[end:]...)
		}
		if len(words) < 2 {
			break
		}
	}
	return strings.Join(words, " ")
}

// TestBroken: trees that are not as expected are refused, or prove something of the columns that they have.
func TestBroken(t *testing.T) {
	db := openTruth(t)
	rng := rand.New(rand.NewSource(1))
	read, fell := 0, 0
	start := time.Now()
	for _, e := range readTruth(t) {
		if e.since > db.version {
			continue
		}
		_, tree, err := db.describe(e.sql)
		if err != nil {
			t.Fatal(err)
		}
		tree = strings.Join(strings.Fields(tree), " ") // the server breaks lines
		for range 60 {
			q, err := Parse(broken(rng, tree))
			if err != nil {
				continue
			}
			read++
			r := db.catalog.Analyze(q, nil)
			if r.Fallback != "" {
				fell++
				for _, c := range r.Columns {
					if !c.Nullable || c.Why != r.Fallback {
						t.Errorf("a fallback proves nothing: %+v", c)
					}
				}
			}
		}
	}
	if read < 1000 || fell == 0 {
		t.Errorf("only %d trees were read, %d fell back", read, fell)
	}
	t.Logf("%d broken trees read, %d fell back, %v each", read, fell, time.Since(start)/time.Duration(read))
}

// TestUnknown: what is not known is nullable, and only that.
func TestUnknown(t *testing.T) {
	db := openTruth(t)
	_, tree, err := db.describe("SELECT id, id + 1, name FROM users")
	if err != nil {
		t.Fatal(err)
	}
	tree = strings.Join(strings.Fields(tree), " ") // the server breaks lines
	q, err := Parse(strings.Replace(tree, "{OPEXPR ", "{NEWEXPR ", 1))
	if err != nil {
		t.Fatal(err)
	}
	r := db.catalog.Analyze(q, nil)
	for i, want := range []bool{false, true, false} {
		if c := r.Columns[i]; c.Nullable != want || c.Why == "" {
			t.Errorf("%+v", c)
		}
	}
	q, _ = Parse(strings.Replace(tree, ":varno 1", ":varno 9", 1))
	if r := db.catalog.Analyze(q, nil); !r.Columns[0].Nullable || r.Columns[2].Nullable {
		t.Errorf("%+v", r)
	}
	rule := nodeRules["OPEXPR"]
	defer func() { nodeRules["OPEXPR"] = rule }()
	nodeRules["OPEXPR"] = func(place, *Node) infer.Value { panic("no such thing") }
	q, _ = Parse(tree)
	if r := db.catalog.Analyze(q, nil); r.Fallback == "" || !r.Columns[0].Nullable || r.Columns[2].Name != "name" {
		t.Errorf("%+v", r)
	}
}

// TestComplex: a statement that would take forever is cut short.
func TestComplex(t *testing.T) {
	db := openTruth(t)
	sql := "SELECT 1 AS x"
	for i := range 40 {
		sql = fmt.Sprintf("SELECT (SELECT a.x FROM (%s) AS a WHERE a.x IN (SELECT id FROM org WHERE EXISTS (SELECT 1 FROM users WHERE users.id = a.x))) AS x, %d AS y", sql, i)
	}
	_, tree, err := db.describe(sql)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	q, err := Parse(tree)
	if err != nil {
		t.Fatal(err)
	}
	r := db.catalog.Analyze(q, nil)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if r.Fallback != "" && !r.Columns[1].Nullable {
		t.Error("a fallback proves nothing")
	}
	t.Log(r.Fallback, time.Since(start))
}
