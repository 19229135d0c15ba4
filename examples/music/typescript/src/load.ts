// Loads the tab-separated files through the generated appenders.

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { composers, document, flag, loaded, type Shop, status } from "#engine";

/** The fields of a line, read one after the other. */
class Line {
  readonly #fields: string[];
  #next = 0;

  constructor(text: string) {
    this.#fields = text.split("\t");
  }

  text(): string {
    const field = this.#fields[this.#next++];
    if (field === undefined) throw new Error("a field is missing");
    return field;
  }

  textOrNull(): string | null {
    const field = this.text();
    return field === "\\N" ? null : field;
  }

  number(): number {
    return Number(this.text());
  }

  flag(): ReturnType<typeof flag> {
    return flag(this.text() === "1");
  }

  numberOrNull(): number | null {
    const field = this.textOrNull();
    return field === null ? null : Number(field);
  }
}

interface Appender<Row> {
  append(row: Row): unknown;
  close(): number | Promise<number>;
}

async function fill<Row>(
  data: string,
  table: string,
  appender: Appender<Row>,
  row: (line: Line) => Row,
): Promise<void> {
  const file = createReadStream(join(data, `${table}.tsv`), "utf8");
  for await (const text of createInterface({ input: file })) {
    appender.append(row(new Line(text)));
  }
  console.log(`${table} | ${await appender.close()}`);
}

export async function load(shop: Shop, data: string): Promise<void> {
  console.log("== loaded");
  await fill(data, "artists", shop.createArtistsAppender(), (n) => ({
    id: n.number(),
    name: n.text(),
    country: n.textOrNull(),
    formed_year: n.numberOrNull(),
  }));
  await fill(data, "genres", shop.createGenresAppender(), (n) => ({
    id: n.number(),
    name: n.text(),
  }));
  await fill(data, "media_types", shop.createMediaTypesAppender(), (n) => ({
    id: n.number(),
    name: n.text(),
    lossless: n.flag(),
  }));
  await fill(data, "albums", shop.createAlbumsAppender(), (n) => ({
    id: n.number(),
    artist_id: n.number(),
    title: n.text(),
    released: n.textOrNull(),
    label: n.textOrNull(),
  }));
  await fill(data, "tracks", shop.createTracksAppender(), (n) => ({
    id: n.number(),
    album_id: n.number(),
    position: n.number(),
    title: n.text(),
    genre_id: n.numberOrNull(),
    media_type_id: n.number(),
    ...composers(n.textOrNull()),
    duration_ms: n.number(),
    bytes: n.number(),
    price_cents: n.number(),
    explicit: n.flag(),
  }));
  await people(shop, data);
  await sales(shop, data);
  await listening(shop, data);
  await loaded(shop);
}

async function people(shop: Shop, data: string): Promise<void> {
  await fill(data, "employees", shop.createEmployeesAppender(), (n) => ({
    id: n.number(),
    manager_id: n.numberOrNull(),
    first_name: n.text(),
    last_name: n.text(),
    job: n.text(),
    hired: n.text(),
    email: n.text(),
  }));
  await fill(data, "customers", shop.createCustomersAppender(), (n) => ({
    id: n.number(),
    first_name: n.text(),
    last_name: n.text(),
    email: n.text(),
    company: n.textOrNull(),
    country: n.text(),
    city: n.textOrNull(),
    support_rep_id: n.numberOrNull(),
    newsletter: n.flag(),
    created_at: n.text(),
  }));
}

async function sales(shop: Shop, data: string): Promise<void> {
  await fill(data, "invoices", shop.createInvoicesAppender(), (n) => ({
    id: n.number(),
    customer_id: n.number(),
    status: status(n.text()),
    issued_at: n.text(),
    paid_at: n.textOrNull(),
    country: n.text(),
    total: n.number(),
  }));
  await fill(data, "invoice_lines", shop.createInvoiceLinesAppender(), (n) => ({
    id: n.number(),
    invoice_id: n.number(),
    track_id: n.number(),
    quantity: n.number(),
    unit_price_cents: n.number(),
  }));
  await fill(data, "promotions", shop.createPromotionsAppender(), (n) => ({
    code: n.text(),
    percent: n.number(),
    valid_from: n.text(),
    valid_to: n.textOrNull(),
    rules: document(n.text()),
  }));
}

async function listening(shop: Shop, data: string): Promise<void> {
  await fill(data, "playlists", shop.createPlaylistsAppender(), (n) => ({
    id: n.number(),
    name: n.text(),
    owner_id: n.numberOrNull(),
    public: n.flag(),
    created_at: n.text(),
  }));
  await fill(
    data,
    "playlist_tracks",
    shop.createPlaylistTracksAppender(),
    (n) => ({
      playlist_id: n.number(),
      position: n.number(),
      track_id: n.number(),
    }),
  );
  await fill(data, "reviews", shop.createReviewsAppender(), (n) => ({
    id: n.number(),
    album_id: n.number(),
    customer_id: n.number(),
    rating: n.number(),
    body: n.textOrNull(),
    written_at: n.text(),
  }));
  await fill(data, "plays", shop.createPlaysAppender(), (n) => ({
    customer_id: n.number(),
    track_id: n.number(),
    played_at: n.text(),
    seconds: n.number(),
  }));
}
