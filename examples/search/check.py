"""Tests a program of the catalogue as its users see it, over HTTP:

    python3 check.py COMMAND…     starts the program on an empty database, which the last word names
    python3 check.py fill URL     fills a catalogue that runs, to look at it in a browser

The products are added by the form for new ones. What a search must find is computed here, without SQL.
"""

import itertools
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlencode, urljoin


@dataclass
class Product:
    name: str
    kind: str
    price: int
    stock: int = 1  # the default of the column
    rating: int | None = None
    note: str | None = None
    tags: set[str] = field(default_factory=set)
    id: int = 0


def products() -> list[Product]:
    """Several have the same name, price or rating, and some no rating: what an order has to tell apart."""
    things = ["hammer", "saw", "hose", "hinge", "nail", "Handle", "manual"]
    return [
        Product(
            name=things[n % 7],
            kind=["tool", "part", "book"][n % 3],
            price=n * 5 % 8,
            stock=n % 2,
            rating=n % 5 + 1 if n % 3 else None,
            tags={tag for tag, every in [("sale", 2), ("new", 3)] if n % every == 0},
        )
        for n in range(23)
    ]


# None is no number: what has no rating comes last.
ORDERS = {
    "newest": lambda p: -p.id,
    "cheapest": lambda p: (p.price, p.id),
    "dearest": lambda p: (-p.price, p.id),
    "best": lambda p: (-(p.rating or 0), p.id),
    "name": lambda p: (p.name, p.id),
}

# What a field of the form lets through, by one of its values.
FILTERS = {
    "name": ("ha", lambda p: "ha" in p.name.lower()),
    "kind": (["tool", "part"], lambda p: p.kind in ("tool", "part")),
    "tag": ("sale", lambda p: "sale" in p.tags),
    "low": ("2", lambda p: p.price >= 2),
    "high": ("5", lambda p: p.price <= 5),
    "in_stock": ("on", lambda p: p.stock > 0),
}


class Page(HTMLParser):
    """What the tests look at of a page: the cells of its table, links by what they are for, and filled in fields."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.ids: list[int] = []
        self.links: dict[str, str] = {}
        self.fields: dict[str, str] = {}
        self.cell = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.cell = True
            self.rows[-1].append("")
        elif tag == "a" and self.cell:
            self.ids.append(int(given["href"].removeprefix("/products/")))
        elif tag == "a" and "rel" in given:
            self.links[given["rel"]] = given["href"]
        elif tag == "input" and given.get("type") != "checkbox":
            self.fields.setdefault(given["name"], given.get("value") or "")

    def handle_endtag(self, tag):
        if tag == "td":
            self.cell = False

    def handle_data(self, data):
        if self.cell:
            self.rows[-1][-1] += data.strip()


class Client:
    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, path: str, form: dict | None = None) -> tuple[int, str, str]:
        """The status, the text and the address of the answer, behind redirects."""
        data = None if form is None else urlencode(form, doseq=True).encode()
        try:
            with urllib.request.urlopen(urljoin(self.address, path), data, timeout=30) as answer:
                return answer.status, answer.read().decode(), answer.url
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.url

    def page(self, path: str, form: dict | None = None) -> Page:
        status, text, _ = self.ask(path, form)
        assert status == 200, f"{path} {form}: {status} {text}"
        return Page(text)

    def add(self, product: Product) -> None:
        """Adds a product by the form, which sends fields that are left empty, too."""
        form = {name: getattr(product, name) for name in ("name", "kind", "price", "stock", "rating", "note")}
        status, text, address = self.ask("/products", {name: "" if v is None else v for name, v in form.items()})
        assert status == 200, text
        product.id = int(address.rsplit("/", 1)[1])
        for tag in product.tags:
            self.page(f"/products/{product.id}/tags", {"tag": tag})

    def walk(self, query: dict, side: str = "next") -> list[list[int]]:
        """The ids on each page from the first one on, or from the last one back."""
        page = self.page("/?" + urlencode(query, doseq=True))
        pages = [page.ids]
        last = page
        while "next" in last.links:
            last = self.page(last.links["next"])
            pages.append(last.ids)
        if side == "next":
            return pages
        back = [last.ids]
        while "previous" in last.links:
            last = self.page(last.links["previous"])
            back.append(last.ids)
        return back


class Test(unittest.TestCase):
    client: Client
    all: list[Product]

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = Client(start())
        cls.all = products()
        for product in cls.all:
            cls.client.add(product)

    def found(self, sort: str, *filters: str) -> list[int]:
        fitting = [p for p in self.all if all(FILTERS[name][1](p) for name in filters)]
        return [p.id for p in sorted(fitting, key=ORDERS[sort])]

    def test_each_sort_forward_and_back(self):
        for sort in ORDERS:
            expected = self.found(sort)
            pages = [expected[i : i + 5] for i in range(0, len(expected), 5)]
            self.assertEqual(self.client.walk({"sort": sort}), pages)
            back = self.client.walk({"sort": sort}, "previous")
            self.assertEqual(back, pages[::-1])

    def test_filters_alone_and_together(self):
        for count in range(len(FILTERS) + 1):
            for filters in itertools.combinations(FILTERS, count):
                with self.subTest(filters=filters):
                    query = {name: FILTERS[name][0] for name in filters} | {"sort": "best"}
                    ids = list(itertools.chain(*self.client.walk(query)))
                    self.assertEqual(ids, self.found("best", *filters))

    def test_the_newest_come_first_and_empty_fields_are_no_filters(self):
        page = self.client.page("/?name=&tag=&low=&high=")
        self.assertEqual(page.ids, self.found("newest")[:5])

    def test_cells(self):
        newest = max(self.all, key=lambda p: p.id)
        values = [newest.name, newest.kind, newest.price, newest.stock, newest.rating]
        self.assertEqual(self.client.page("/").rows[1], ["" if v is None else str(v) for v in values])

    def test_a_page_stays_where_it_is_when_a_product_comes(self):
        first = self.client.page("/?sort=newest")
        product = Product("late", "book", 100)
        self.client.add(product)
        self.all.append(product)
        second = self.client.page(first.links["next"])
        self.assertEqual(first.ids + second.ids, self.found("newest")[1:11])

    def test_defaults_of_a_new_product(self):
        status, _, address = self.client.ask("/products", {"name": "bare", "kind": "x", "price": 999})
        self.assertEqual(status, 200)
        expected = {"name": "bare", "price": "999", "stock": "1", "rating": "", "note": "", "tag": ""}
        self.assertEqual(self.client.page(address).fields, expected)
        self.all.append(Product("bare", "x", 999, id=int(address.rsplit("/", 1)[1])))

    def test_a_change_leaves_other_columns_alone(self):
        product = Product("lamp", "tool", 50, 3, 4, "of brass")
        self.client.add(product)
        self.all.append(product)
        path = f"/products/{product.id}"
        shown = {"name": "lamp", "price": "50", "stock": "3", "rating": "4", "note": "of brass", "tag": ""}
        for change in [{"price": "60"}, {"note": "<b>&\"'"}, {"note": ""}, {"rating": ""}, {"name": "light", "stock": "0"}]:
            shown |= change
            self.assertEqual(self.client.page(path, change).fields, shown)
        product.name, product.price, product.stock, product.rating = "light", 60, 0, None

    def test_what_is_wrong_with_a_request(self):
        cursor = parse_qs(self.client.page("/?sort=cheapest").links["next"][2:])["after"][0]
        product = f"/products/{self.all[0].id}"
        before = self.client.page(product).fields
        for path, form in [
            ("/?sort=p.id;DROP TABLE product", None),
            ("/?sort=Newest", None),
            ("/?after=x", None),
            (f"/?sort=cheapest&after={cursor}0", None),
            (f"/?sort=cheapest&after={cursor.rpartition('.')[0]}", None),
            (f"/?sort=name&after={cursor}", None),
            (f"/?sort=cheapest&after={cursor}.{cursor}", None),
            (f"/?sort=cheapest&after={cursor}&before={cursor}", None),
            ("/?low=cheap", None),
            ("/?high=99999999999999999999", None),
            ("/?name=%00", None),
            ("/products", {"name": "no price", "kind": "tool"}),
            (product, {"name": ""}),
            (product, {"price": "-1"}),
            (product, {"rating": "6"}),
            (product, {"note": "x" * 20_000}),
            (product + "/tags", {"tag": ""}),
        ]:
            with self.subTest(path=path, form=form):
                self.assertEqual(self.client.ask(path.replace(" ", "%20"), form)[0], 400)
        self.assertEqual(self.client.page(product).fields, before)

    def test_what_is_not_there(self):
        for path, form in [
            ("/products/999999", None),
            ("/products/99999999999999999999", None),
            ("/products/999999", {"price": 1}),
            ("/products/999999/tags", {"tag": "new"}),
            ("/nothing", None),
        ]:
            self.assertEqual(self.client.ask(path, form)[0], 404)

    def test_signs_are_text(self):
        for text in ["%", "_", "'", "\\", "<i>", "ü💡"]:
            with self.subTest(text=text):
                name = f"odd {text} thing"
                product = Product(name, "tool", 70)
                self.client.add(product)
                self.all.append(product)
                page = self.client.page("/?" + urlencode({"name": f"D {text} T", "kind": "tool"}))
                self.assertEqual((page.ids, page.rows[1][0], page.fields["name"]), ([product.id], name, f"D {text} T"))


def start() -> str:
    """Starts the program, which ends with the tests, and returns the address that it prints."""
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
    unittest.addModuleCleanup(program.wait)
    unittest.addModuleCleanup(program.kill)
    assert program.stdout is not None
    unittest.addModuleCleanup(program.stdout.close)
    return program.stdout.readline().strip()


if __name__ == "__main__":
    if sys.argv[1] == "fill":
        for each in products():
            Client(sys.argv[2]).add(each)
        sys.exit()
    result = unittest.TextTestRunner(stream=sys.stdout).run(unittest.defaultTestLoader.loadTestsFromTestCase(Test))
    wrong = len(result.failures) + len(result.errors)
    print(f"{max(result.testsRun - wrong, 0)} passed, {wrong} failed")
    sys.exit(wrong > 0)
