"""Search and sorting in the tables of a report, in a real browser."""

import io
from functools import partial

import numpy as np
import pytest
from quiet_pages import quiet_pages

import frenemy as fr
from frenemy.report import render

HOSTILE = [
    '<img src=x onerror="document.title = 1">',
    "</script><script>document.title = 2</script>",
    "Zoë",
    "x" * 90 + "end",
]
N_GROUPS = 20


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Groups of 1 to 20 nodes, the first four with odd ids; each node but the first of a group is linked weakly."""
    sizes = np.arange(1, N_GROUPS + 1)
    first = np.cumsum(sizes) - sizes
    u = np.repeat(first, sizes - 1)
    v = np.concatenate([np.arange(a + 1, a + n) for a, n in zip(first, sizes, strict=True)])
    far = np.stack((np.repeat(first, N_GROUPS), np.tile(first, N_GROUPS)), axis=1)
    far = far[far[:, 0] < far[:, 1]]
    w = np.concatenate((np.linspace(0.5, 1.5, len(u)), np.full(len(far), -5.0)))
    problem = fr.Problem.from_edges(np.concatenate((u, far[:, 0])), np.concatenate((v, far[:, 1])), w)
    ids = [*HOSTILE, *(f"node {k}" for k in range(4, problem.n_nodes))]
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(render(fr.solve(problem), ids=ids), encoding="utf-8")
    return path


@pytest.fixture
def visit(browser, path):
    """Open the report; at the end there must be no requests, messages, errors or dialogs."""
    with quiet_pages(browser) as open_page:
        yield partial(open_page, path)


def column(page, section, place):
    """The texts of a column in the first table of a section, without what is folded away."""
    return page.locator(f"#{section} .rows > .scroll td:nth-child({place})").all_inner_texts()


def test_headings_sort_up_down_and_back(visit):
    page = visit()
    heading = page.locator("#sizes .rows > .scroll th").nth(1)
    button = heading.get_by_role("button", name="Nodes", exact=True)
    assert column(page, "sizes", 2) == [str(n) for n in range(20, 10, -1)]
    button.click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert column(page, "sizes", 2) == [str(n) for n in range(1, 11)]  # of all rows, not only of those not folded away
    button.focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Space")
    assert heading.get_attribute("aria-sort") is None
    assert column(page, "sizes", 2) == [str(n) for n in range(20, 10, -1)]
    assert page.locator("#sizes tbody tr").count() == N_GROUPS


def test_text_is_sorted_as_people_do(visit):
    page = visit()
    page.locator("#nodes .rows > .scroll").get_by_role("button", name="Node", exact=True).click()
    names = [name for name in column(page, "nodes", 1) if name.startswith("node ")]
    assert names == sorted(names, key=lambda name: int(name.split()[1]))
    assert len(names) > 5
    page.locator("#nodes .rows > .scroll").get_by_role("button", name="Cost of moving").click()
    costs = [float(cost) for cost in column(page, "nodes", 4)]
    assert costs == sorted(costs)


def test_empty_cells_are_last_both_ways(visit):
    page = visit()
    button = page.locator("#clusters .rows > .scroll").get_by_role("button", name="Lose node")
    for _ in range(2):
        button.click()
        shown = page.locator("#clusters td:nth-child(2)").all_inner_texts()
        assert "" in shown
        assert all(shown[: shown.index("")])
        assert not any(shown[shown.index("") :])


def test_search_filters_counts_and_clears(visit):
    page = visit()
    rows = page.locator("#sizes tbody tr")
    field = page.get_by_role("searchbox", name=f"Search in {N_GROUPS} rows: The largest clusters")
    status = page.locator("#sizes [role=status]")
    field.fill("NODE 190 node")
    assert rows.count() == 1
    assert status.inner_text() == f"1 of {N_GROUPS} rows"
    assert not page.locator("#sizes details").is_visible()  # all hits are in the table above
    field.fill("zoe")
    assert column(page, "sizes", 2) == ["2"]
    field.fill("nobody")
    assert (rows.count(), status.inner_text()) == (0, "no rows")
    field.press("Escape")
    assert (rows.count(), status.inner_text(), field.input_value()) == (N_GROUPS, "", "")
    assert page.locator("#sizes details").is_visible()


def test_search_and_sorting_work_together(visit):
    page = visit()
    page.locator("#sizes .rows > .scroll").get_by_role("button", name="Nodes", exact=True).click()
    page.locator("#sizes input").fill("node 1")
    sizes = [int(size) for size in column(page, "sizes", 2)]
    assert sizes == sorted(sizes)
    assert len(sizes) > 2


def test_limited_tables_say_what_is_searched(visit):
    page = visit()
    assert page.locator("#nodes .tools label").inner_text().strip() == "Search in the 50 rows shown"
    assert page.locator("#sizes .tools label").inner_text().strip() == f"Search in {N_GROUPS} rows"


def test_ids_stay_text(visit):
    page = visit()
    title = page.title()
    for section in ("sizes", "nodes", "clusters"):
        page.locator(f"#{section} .rows > .scroll button").first.click()
        page.locator(f"#{section} input").fill("script")
    assert column(page, "sizes", 4) == [f"{HOSTILE[1][:21]}…{HOSTILE[1][-10:]}, Zoë"]
    page.locator("#sizes input").fill("onerror=")
    assert column(page, "sizes", 4) == [HOSTILE[0][:21] + "…" + HOSTILE[0][-10:]]
    page.locator("#sizes input").fill("x" * 60)  # only the hint of the shortened id has as many
    assert len(column(page, "sizes", 4)) == 1
    assert page.title() == title
    assert page.locator("main img[src=x], main script").count() == 0


def test_scripts_put_into_the_page_do_not_run(browser, path):
    """The policy holds for whatever gets into the page, not only for what the report escapes."""
    page = browser.new_page()
    page.goto(path.as_uri())
    ran = page.evaluate(
        """() => {
        addEventListener('securitypolicyviolation', () => { window.refused = true; });
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return new Promise((done) => setTimeout(() => done([Boolean(window.ran), window.refused]), 50));
    }"""
    )
    page.close()
    assert ran == [False, True]


def test_without_scripts_the_tables_are_plain(visit):
    page = visit(java_script_enabled=False)
    assert page.locator("th button, .tools").count() == 0
    assert column(page, "sizes", 2) == [str(n) for n in range(20, 10, -1)]
    page.locator("#sizes summary").click()
    assert page.locator("#sizes tr").last.is_visible()


def test_all_controls_have_names(visit):
    page = visit(width=390)
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll('button, input')].filter((control) =>
            !(control.getAttribute('aria-label') || control.textContent).trim()).length"""
    )
    assert unnamed == 0
    names = [field.get_attribute("aria-label") for field in page.get_by_role("searchbox").all()]
    assert len(names) == len(set(names)) >= 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_edge_with_more_behind_it_is_shaded(visit, scheme):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    page = visit(width=390, scheme=scheme)
    box = page.locator("#clusters .rows > .scroll")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth + 100")

    def shades():
        """How much the left and right edges differ from the background; medians, as there is text in some lines."""
        picture = np.asarray(image.open(io.BytesIO(box.screenshot())).convert("L"))[15:-15]
        left, right, background = np.median(picture[:, 4]), np.median(picture[:, -5]), np.median(picture)
        return abs(left - background), abs(right - background)

    left, right = shades()
    assert left <= 2
    assert right > 20
    box.focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    assert box.evaluate("box => box.scrollLeft + box.clientWidth >= box.scrollWidth - 1")
    left, right = shades()
    assert left > 20
    assert right <= 2
