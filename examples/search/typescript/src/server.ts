import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { parseSearchProductsSort } from "../gen/sqlite/catalog.js";
import type { Catalog } from "./database.js";
import { BadRequest, Fields, required } from "./fields.js";
import type { Html } from "./html.js";
import { messagePage, productPage, searchPage } from "./pages.js";

/** What is sent back: a page, or where the browser goes next. */
type Answer = { status: number; page: Html } | { location: string };

export function serve(catalog: Catalog): Server {
  return createServer((request, response) => {
    answer(catalog, request)
      .catch(failure)
      .then((result) => {
        send(response, result);
      }, console.error);
  });
}

async function answer(
  catalog: Catalog,
  request: IncomingMessage,
): Promise<Answer> {
  const url = URL.parse(`http://localhost${request.url ?? ""}`);
  if (url === null) throw new BadRequest("the address is wrong");
  let id = 0;
  const path = url.pathname.replace(/(?<=^\/products\/)\d{1,9}\b/, (digits) => {
    id = Number(digits);
    return "ID";
  });
  switch (`${request.method ?? ""} ${path}`) {
    case "GET /":
      return search(catalog, url.searchParams);
    case "POST /products":
      return add(catalog, await form(request));
    case "GET /products/ID":
      return show(catalog, id);
    case "POST /products/ID":
      return change(catalog, id, await form(request));
    case "POST /products/ID/tags":
      return tag(catalog, id, await form(request));
    default:
      return { status: 404, page: messagePage("There is no such page.") };
  }
}

/** What of the search is left out of the request is left out of the statement. */
async function search(
  catalog: Catalog,
  query: URLSearchParams,
): Promise<Answer> {
  const given = new Fields(query).filled();
  const sort = given.text("sort");
  const page = await catalog.searchProducts({
    name: given.text("name"),
    kinds: given.texts("kind"),
    tag: given.text("tag"),
    low: given.integer("low"),
    high: given.integer("high"),
    inStock: given.flag("in_stock"),
    sort: sort === undefined ? undefined : parseSearchProductsSort(sort),
    size: 5,
    after: given.text("after"),
    before: given.text("before"),
  });
  return { status: 200, page: searchPage(query, page) };
}

/** A field that is left empty gets the default of its column. */
async function add(catalog: Catalog, fields: Fields): Promise<Answer> {
  const given = fields.filled();
  const id = await catalog.addProduct({
    name: required("name", given.text("name")),
    kind: required("kind", given.text("kind")),
    price: required("price", given.integer("price")),
    stock: given.integer("stock"),
    rating: given.integer("rating", 1, 5),
    note: given.text("note"),
  });
  return { location: `/products/${String(id)}` };
}

/** Changes what the form has. A field that is sent empty is NULL; one that is not sent stays as it is. */
async function change(
  catalog: Catalog,
  id: number,
  fields: Fields,
): Promise<Answer> {
  await catalog.changeProduct({
    id,
    name: fields.text("name"),
    price: fields.integer("price"),
    stock: fields.integer("stock"),
    rating: fields.orNull("rating", () => fields.integer("rating", 1, 5)),
    note: fields.orNull("note", () => fields.text("note")),
  });
  return { location: `/products/${String(id)}` };
}

async function tag(
  catalog: Catalog,
  id: number,
  fields: Fields,
): Promise<Answer> {
  await catalog.tagProduct(id, required("tag", fields.text("tag")));
  return { location: `/products/${String(id)}` };
}

async function show(catalog: Catalog, id: number): Promise<Answer> {
  const product = await catalog.getProduct(id);
  return product === undefined
    ? { status: 404, page: messagePage("There is no such product.") }
    : { status: 200, page: productPage(product) };
}

async function form(request: IncomingMessage): Promise<Fields> {
  if (Number(request.headers["content-length"] ?? Infinity) > 10_000) {
    throw new BadRequest("the form is too long");
  }
  return new Fields(new URLSearchParams(await text(request)));
}

/** A RangeError is what generated code throws for an unknown choice, and for what is no cursor of this query. */
function failure(error: unknown): Answer {
  if (error instanceof BadRequest || error instanceof RangeError) {
    return { status: 400, page: messagePage(error.message) };
  }
  console.error(error);
  return { status: 500, page: messagePage("Something went wrong.") };
}

function send(response: ServerResponse, answer: Answer): void {
  if ("location" in answer) {
    response.writeHead(303, { location: answer.location }).end();
  } else {
    response
      .writeHead(answer.status, { "content-type": "text/html; charset=utf-8" })
      .end(answer.page.text);
  }
}
