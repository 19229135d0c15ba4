-- A person's session in Neovim: this one types into another, whose init.lua is that of docs/editors.md, and looks at
-- what it shows.

local folder = arg[1]
local project = folder .. "/project"

local function write(name, text)
  vim.fn.mkdir(vim.fs.dirname(project .. "/" .. name), "p")
  vim.fn.writefile(vim.split(text, "\n"), project .. "/" .. name)
end

write("sqg.yaml", [[
version: 1
name: app
sql:
  - files: [sql/*.sql]
    gen: [{generator: python/sqlite, output: gen/}]
]])
write("sql/schema.sql", [[
-- MIGRATE 1
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT);
]])
write("sql/queries.sql", [[
-- QUERY get_user :one
SELECT id, nmae FROM users WHERE id = ${id};

-- QUERY notes
SELECT u.
FROM users u;
]])

local nvim = vim.fn.jobstart(
  { vim.v.progpath, "--embed", "--headless", "-n", "-i", "NONE", "-u", folder .. "/init.lua", "sql/queries.sql" },
  { rpc = true, cwd = project }
)

local function keys(text)
  vim.rpcrequest(nvim, "nvim_input", text)
end

local function look(code)
  return vim.rpcrequest(nvim, "nvim_exec_lua", "return " .. code, {})
end

local passed = 0

-- shows waits until what Neovim has contains a text.
local function shows(what, code, text)
  local seen
  local ok = vim.wait(60000, function()
    seen = vim.inspect(look(code))
    return seen:find(text, 1, true) ~= nil
  end, 20)
  if not ok then
    print(("%s: no %s in %s\n%d passed, 1 failed"):format(what, text, seen, passed))
    vim.fn.jobstop(nvim)
    os.exit(1)
  end
  passed = passed + 1
end

local said = "vim.tbl_map(function(d) return d.lnum + 1 .. ' ' .. d.code .. ' ' .. d.message end, vim.diagnostic.get(0))"
local floats = [[vim.iter(vim.api.nvim_list_wins())
  :filter(function(w) return vim.api.nvim_win_get_config(w).relative ~= "" end)
  :map(function(w) return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false) end)
  :totable()]]

shows("diagnostics", said, "2 SQG202 ")
keys("/u\\.$<CR>A<C-x><C-o>")
shows("completion", "vim.tbl_map(function(i) return i.word end, vim.fn.complete_info({ 'items' }).items)", '"note"')
keys("<C-e>note<Esc>gg/nmae<CR>cwname<Esc>")
shows("diagnostics, mended", "'so many: ' .. #vim.diagnostic.get(0)", "so many: 0")
keys("gg0wwK")
shows("hover", floats, "at most one row")
keys("/name<CR><C-]>")
shows("definition", "vim.fn.expand('%:t') .. ':' .. vim.fn.line('.')", "schema.sql:2")
keys("<C-o>/get_user<CR>")
keys("grn")
shows("rename", "vim.fn.mode() .. vim.fn.getcmdline()", "cget_user")
keys("<C-u>find_user<CR>")
shows("renamed", "vim.fn.getline(1)", "find_user")
vim.fn.jobstop(nvim)
print(("%d passed, 0 failed"):format(passed))
