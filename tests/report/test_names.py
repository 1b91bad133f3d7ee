import numpy as np
import pytest

from frenemy.report.names import Names, shortened


def shown(*ids):
    names = Names(list(ids), len(ids))
    return [names.html(node) for node in range(len(ids))]


def test_without_ids_nodes_have_numbers():
    assert Names(None, 3).html(2) == '<bdi class="id">2</bdi>'


def test_markup_is_text():
    (one,) = shown("<b onclick=\"x('y')\">&amp;")
    assert one == '<bdi class="id">&lt;b onclick=&quot;x(&#x27;y&#x27;)&quot;&gt;&amp;amp;</bdi>'


def test_line_breaks_and_controls_are_seen():
    assert shown("a\nb\t\0\x7f\x85\u2028") == ['<bdi class="id">a␊b␉␀␡\N{REPLACEMENT CHARACTER}␤</bdi>']


def test_half_a_character_can_be_written():
    (one,) = shown("a\ud800b")
    one.encode("utf-8")


def test_any_writing():
    assert shown("Zoë 🐙", "שלום", "日本") == [
        '<bdi class="id">Zoë 🐙</bdi>',
        '<bdi class="id">שלום</bdi>',
        '<bdi class="id">日本</bdi>',
    ]


def test_nothing_is_seen_too():
    assert shown("", "  ") == ['<span class="faint">(empty)</span>', '<span class="faint">(blank)</span>']


def test_long_ids_are_cut_in_the_middle_and_whole_on_hover():
    long = "head " + "x" * 60 + ' "tail"'
    (one,) = shown(long)
    assert one.startswith(f'<bdi class="id" title="head {"x" * 60} &quot;tail&quot;">head xxx')
    assert one.endswith("…xxx &quot;tail&quot;</bdi>")
    assert len(shown("y" * 1_000_000)[0]) < 500
    assert len(shortened("y" * 1000)) == 32


def test_ids_of_many_types():
    assert [one[16:-6] for one in shown(1, 2.5, ("a", 1), b"ann", None, np.int64(7))] == [
        "1",
        "2.5",
        "(&#x27;a&#x27;, 1)",
        "ann",
        "None",
        "7",
    ]
    assert Names(np.array(["ann", "bob"]), 2).text(1) == "bob"


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["a"], "ids must have shape (2,), one per node, got (1,)"),
        (np.zeros((2, 2)), "ids must have shape (2,), one per node, got (2, 2)"),
        ("ab", "ids must hold one id per node, got 'ab'"),
        (3, "ids must hold one id per node, got 3"),
    ],
)
def test_bad_ids(ids, message):
    with pytest.raises(ValueError, match=message.replace("(", r"\(").replace(")", r"\)")):
        Names(ids, 2)
