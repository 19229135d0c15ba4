package surface

import (
	"fmt"
	"slices"
	"testing"
)

func TestSignature(t *testing.T) {
	for _, c := range []struct{ language, code, want string }{
		{"typescript",
			"  streamGetUser(id: number) {\n  getUser(id: number): User | undefined {\n    return this.getUser(id);",
			"getUser(id: number): User | undefined"},
		{"typescript", "  async getUser(\n    id: number,\n    name: string,\n  ): Promise<User> {\n",
			"async getUser(id: number, name: string): Promise<User>"},
		{"java", "  public User getUser(long id) throws SQLException {",
			"public User getUser(long id) throws SQLException"},
		{"java", "  public List<User> getUser(\n      long id, String name)\n      throws SQLException {",
			"public List<User> getUser(long id, String name) throws SQLException"},
		{"python", "    def get_user(self, id: int) -> User | None:", "def get_user(self, id: int) -> User | None"},
		{"go", "func (a *App) GetUser(ctx context.Context, id int64) (User, error) {",
			"func (a *App) GetUser(ctx context.Context, id int64) (User, error)"},
		{"go", "// GetUser (of a user) {\nfunc GetUsers(a int) {", ""},
		{"rust", "    pub fn get_user<'a>(&self, id: i64) -> Result<Option<User>> {",
			"pub fn get_user<'a>(&self, id: i64) -> Result<Option<User>>"},
	} {
		if got := Signature(c.language, c.code, "get_user"); got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
}

// TestDeclared: of a method, the place is that of its name, whatever else its line says.
func TestDeclared(t *testing.T) {
	for _, c := range []struct{ language, code, want string }{
		{"go", "// Get is\nfunc (q *Get) Get(ctx context.Context) error {\n\treturn q.Get(ctx)\n}\n", "Get 24"},
		{"java", "class X {\n  public Get get(\n      long id) {\n    get(1);\n  }\n}\n", "get 23"},
		{"python", "class X:\n    async def get_iter(self) -> None:\n        get(1)\n", "get_iter 23"},
		{"typescript", "  *iterateGet(a: T) {\n    get(1);\n", "iterateGet 3"},
		{"rust", "    pub fn get<'a>(&self) -> sqg::Result<()> {\n", "get 11"},
	} {
		got := ""
		for _, d := range Declared(c.language, c.code) {
			got += fmt.Sprintf("%s %d", d.Name, d.Start)
			if c.code[d.Start:d.End] != d.Name {
				t.Errorf("%q at %d of %s", d.Name, d.Start, c.code)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.code, got, c.want)
		}
	}
	if got := MethodNames("typescript", "get user", false); got[0] != "getuser" ||
		!slices.Contains(got, "iterategetuser") || !slices.Contains(got, "getuserbulk") ||
		slices.Contains(got, "bulkinsertgetuser") {
		t.Error(got)
	}
}
