// What the playground takes of packages: browsers unpack gzip by themselves, but not xz, whose files are smaller.
export { XzReadableStream } from "xz-decompress";
