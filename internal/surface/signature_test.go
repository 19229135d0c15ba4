package surface

import "testing"

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
