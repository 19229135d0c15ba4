import {
  SearchProductsSort,
  type GetProductRow,
  type SearchProductsPage,
  type SearchProductsRow,
} from "../gen/sqlite/catalog.js";
import { html, type Html } from "./html.js";

const kinds = ["tool", "part", "book"];

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`;
}

export function messagePage(message: string): Html {
  return layout(message, html`<p><a href="/">Catalogue</a></p>`);
}

/** The search form as it was filled in, the products found, and the way to the pages before and after them. */
export function searchPage(
  query: URLSearchParams,
  page: SearchProductsPage,
): Html {
  return layout(
    "Catalogue",
    html`<form>
        <input name="name" placeholder="name" value="${query.get("name")}" />
        ${kinds.map(
          (kind) =>
            html`<label>
              <input
                type="checkbox"
                name="kind"
                value="${kind}"
                ${query.getAll("kind").includes(kind) && "checked"}
              />
              ${kind}
            </label>`,
        )}
        <input name="tag" placeholder="tag" value="${query.get("tag")}" />
        <input name="low" placeholder="from" value="${query.get("low")}" />
        <input name="high" placeholder="to" value="${query.get("high")}" />
        <label>
          <input
            type="checkbox"
            name="in_stock"
            ${query.has("in_stock") && "checked"}
          />
          in stock
        </label>
        <select name="sort">
          ${SearchProductsSort.map(
            (sort) =>
              html`<option ${query.get("sort") === sort && "selected"}>
                ${sort}
              </option>`,
          )}
        </select>
        <button>Search</button>
      </form>
      <table>
        <tr>
          <th>name</th>
          <th>kind</th>
          <th>price</th>
          <th>stock</th>
          <th>rating</th>
        </tr>
        ${page.rows.map(productLine)}
      </table>
      <p>
        ${pageLink(query, "before", page.previous, "previous")}
        ${pageLink(query, "after", page.next, "next")}
      </p>
      <h2>New product</h2>
      <form method="post" action="/products">
        <input name="name" placeholder="name" required />
        <select name="kind">
          ${kinds.map((kind) => html`<option>${kind}</option>`)}
        </select>
        <input name="price" placeholder="price" required />
        <input name="stock" placeholder="stock" />
        <input name="rating" placeholder="rating" />
        <input name="note" placeholder="note" />
        <button>Add</button>
      </form>`,
  );
}

function productLine(product: SearchProductsRow): Html {
  return html`<tr>
    <td><a href="/products/${product.id}">${product.name}</a></td>
    <td>${product.kind}</td>
    <td>${product.price}</td>
    <td>${product.stock}</td>
    <td>${product.rating}</td>
  </tr>`;
}

/** The same search with another cursor; nothing where there is no such page. A cursor does not hold the filters. */
function pageLink(
  query: URLSearchParams,
  side: "after" | "before",
  cursor: string | undefined,
  label: string,
): Html | undefined {
  if (cursor === undefined) return undefined;
  const target = new URLSearchParams(query);
  target.delete("after");
  target.delete("before");
  target.set(side, cursor);
  return html`<a rel="${label}" href="/?${target}">${label}</a>`;
}

/** A product, with a form for each field: what one sends changes that column alone. */
export function productPage(product: GetProductRow): Html {
  const fields = ["name", "price", "stock", "rating", "note"] as const;
  return layout(
    product.name,
    html`${fields.map(
        (field) =>
          html`<form method="post">
            <label>
              ${field} <input name="${field}" value="${product[field]}" />
            </label>
            <button>Save</button>
          </form>`,
      )}
      <form method="post" action="/products/${product.id}/tags">
        <label>tag <input name="tag" required /></label>
        <button>Add</button>
      </form>
      <p><a href="/">Catalogue</a></p>`,
  );
}
