// The files of the project, as a program of Go asks for them: in memory, each with its bytes by its path. Nothing is
// written here but by the page.

const files = new Map();

/** put writes a file. */
export const put = (path, text) => files.set(path, new TextEncoder().encode(text));

const folder = 0o040755;
const ordinary = 0o100644;

const isFolder = (path) => path === "/" || [...files.keys()].some((name) => name.startsWith(`${path}/`));

const refused = (code) => Object.assign(new Error(code), { code });

function stat(path) {
  const bytes = files.get(path);
  if (!bytes && !isFolder(path)) throw refused("ENOENT");
  const none = { dev: 0, ino: 0, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 512, blocks: 0 };
  const times = { atimeMs: 0, mtimeMs: 0, ctimeMs: 0 };
  return {
    ...none,
    ...times,
    mode: bytes ? ordinary : folder,
    size: bytes?.length ?? 0,
    isDirectory: () => !bytes,
  };
}

const opened = new Map(); // by number: the path, and how far it was read

function open(path, flags) {
  if (flags & ~constants.O_DIRECTORY) throw refused("EROFS");
  stat(path);
  const number = Math.max(2, ...opened.keys()) + 1; // behind those of the console
  opened.set(number, { path, at: 0 });
  return number;
}

function read(number, into, offset, length, position) {
  const file = opened.get(number);
  const from = position ?? file.at;
  const part = (files.get(file.path) ?? new Uint8Array()).subarray(from, from + length);
  into.set(part, offset);
  if (position === null) file.at += part.length;
  return part.length;
}

function readdir(path) {
  const below = path === "/" ? path : `${path}/`;
  const names = [...files.keys()].filter((name) => name.startsWith(below));
  return [...new Set(names.map((name) => name.slice(below.length).split("/")[0]))];
}

const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 0 };

const does = {
  open,
  read,
  readdir,
  stat,
  lstat: stat,
  fstat: (number) => stat(opened.get(number).path),
  close: (number) => void opened.delete(number),
  fsync: () => {},
};

const callback =
  (f) =>
  (...args) => {
    const answer = args.pop();
    try {
      answer(null, f(...args));
    } catch (error) {
      answer(error);
    }
  };

const readOnly = ["chmod", "chown", "fchmod", "fchown", "lchown", "ftruncate", "link", "mkdir", "rename", "rmdir"];

/** system is what Go takes for the file system of Node. */
export const system = {
  constants,
  ...Object.fromEntries(Object.entries(does).map(([name, f]) => [name, callback(f)])),
  ...Object.fromEntries(
    [...readOnly, "readlink", "symlink", "truncate", "unlink", "utimes"].map((name) => [
      name,
      callback(() => {
        throw refused(name === "readlink" ? "EINVAL" : "EROFS");
      }),
    ]),
  ),
  writeSync: (_, bytes) => (console.error(new TextDecoder().decode(bytes)), bytes.length),
  write: callback((_, bytes) => (console.error(new TextDecoder().decode(bytes)), bytes.length)),
};
