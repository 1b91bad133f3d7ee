"""The splink model of each data set: columns cleaned, compared and blocked on, chosen without the truth."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from experiments.records.data.data_sets import CORA, DBLP_ACM, FAKE, MUSIC_TRAIN, MUSIC_VALID, Records
from experiments.records.data.splink_scores import Model

if TYPE_CHECKING:
    import pandas as pd


def splink_model(name: str, records: Records) -> Model:
    made = {FAKE: _fake, CORA: _cora, MUSIC_TRAIN: _music, MUSIC_VALID: _music, DBLP_ACM: _dblp_acm}
    return made[name](records.table)


def _fake(table: pd.DataFrame) -> Model:
    """As in the first example of splink."""
    import splink.comparison_library as cl

    return Model(
        table.drop(columns="unique_id"),
        comparisons=[
            cl.NameComparison("first_name"),
            cl.NameComparison("surname"),
            cl.DateOfBirthComparison("dob", input_is_string=True),
            cl.ExactMatch("city").configure(term_frequency_adjustments=True),
            cl.EmailComparison("email"),
        ],
        blocks=[
            "l.first_name = r.first_name",
            "l.surname = r.surname",
            "l.dob = r.dob",
            "substr(l.email, 1, 4) = substr(r.email, 1, 4)",
            "substr(l.dob, 1, 4) = substr(r.dob, 1, 4) and substr(l.first_name, 1, 2) = substr(r.first_name, 1, 2)",
            "substr(l.dob, 1, 4) = substr(r.dob, 1, 4) and substr(l.surname, 1, 2) = substr(r.surname, 1, 2)",
            "substr(l.dob, 1, 4) = substr(r.dob, 1, 4) and l.city = r.city",
        ],
        trainings=["l.first_name = r.first_name and l.surname = r.surname", "l.dob = r.dob"],
        sure=[
            "l.first_name = r.first_name and l.dob = r.dob",
            "l.surname = r.surname and l.dob = r.dob",
            "l.email = r.email",
        ],
        sure_recall=0.7,
    )


def _cora(table: pd.DataFrame) -> Model:
    """Citations as typed: words count, their order and punctuation do not."""
    import pandas as pd
    import splink.comparison_library as cl

    made = pd.DataFrame(
        {
            "title": _plain(table["title"]),
            "title_words": _words(table["title"]),
            "author_words": _words(table["author"].str.replace(r"\band\b", " ", regex=True)),
            "venue_words": _words(table["venue"]),
            "year": table["year"].str.extract(r"((?:19|20)\d\d)")[0],
            "first_page": table["pages"].str.extract(r"(\d+)")[0],
            "volume": table["volume"].str.extract(r"(\d+)")[0],
        }
    )
    made = made.astype(object).mask(made.isna(), None)
    made["title_start"] = made["title"].str[:12]
    made["rare_words"] = _rare(made["title_words"], 60)
    narrower = _narrower(made, (20, 30, 40, 50))
    return Model(
        made,
        comparisons=[
            _shared_words("title_words", (0.99, 0.8, 0.6, 0.4, 0.2), edit="title"),
            _shared_words("author_words", (0.99, 0.6, 0.3)),
            _shared_words("venue_words", (0.99, 0.5, 0.2)),
            cl.ExactMatch("year"),
            cl.ExactMatch("first_page"),
            cl.ExactMatch("volume"),
        ],
        blocks=["l.title_start = r.title_start"],
        explode=("rare_words",),
        narrower=("l.title = r.title", "l.year = r.year and l.first_page = r.first_page", *narrower),
        trainings=["l.year = r.year and l.first_page = r.first_page", "l.title = r.title"],
        sure=["l.title = r.title and l.year = r.year"],
        sure_recall=0.5,
    )


def _music(table: pd.DataFrame) -> Model:
    """Five sources write a song in five ways, the artist or the album within the title: columns as they come."""
    import pandas as pd
    import splink.comparison_library as cl

    known = table.mask(table.isin(["null", "unk.", "n.a.", "(unknown)"]), None)
    made = pd.DataFrame(
        {
            "title": _plain(known["title"].str.replace(r"^\d{3}-", "", regex=True)),
            "artist": _plain(known["artist"]),
            "album": _plain(known["album"].str.replace(r" \((\d{4}|unknown)\)$", "", regex=True)),
            "number": known["number"].str.replace(r"\D", "", regex=True).str.lstrip("0"),
            "year": known["year"].str.extract(r"(\d\d)\D*$")[0],
            "language": known["language"].str.replace(r"[^a-z]", "", regex=True).str[:3],
        }
    )
    made = made.astype(object).mask(made.isna() | (made == ""), None)
    made["title_words"] = _words(made["title"])
    made["rare_words"] = _rare(made["title_words"], 40)
    narrower = _narrower(made, (3, 5, 8, 15))
    return Model(
        made,
        comparisons=[
            _shared_words("title_words", (0.99, 0.7, 0.5, 0.3), edit="title"),
            cl.JaroWinklerAtThresholds("artist", [0.95, 0.88, 0.7]).configure(term_frequency_adjustments=True),
            cl.JaroWinklerAtThresholds("album", [0.95, 0.88, 0.7]).configure(term_frequency_adjustments=True),
            cl.ExactMatch("number"),
            cl.ExactMatch("year"),
            cl.ExactMatch("language").configure(term_frequency_adjustments=True),
        ],
        blocks=["l.artist = r.artist and l.number = r.number", "l.album = r.album and l.number = r.number"],
        explode=("rare_words",),
        narrower=("l.title = r.title and l.artist = r.artist", *narrower),
        trainings=["l.title = r.title", "l.artist = r.artist and l.number = r.number", "l.album = r.album"],
        sure=[
            "l.title = r.title and l.number = r.number",
            "l.artist = r.artist and l.album = r.album and l.number = r.number",
        ],
        sure_recall=0.5,
    )


def _dblp_acm(table: pd.DataFrame) -> Model:
    import pandas as pd
    import splink.comparison_library as cl

    made = pd.DataFrame(
        {
            "source": table["source"],
            "title": _plain(table["title"]),
            "title_words": _words(table["title"]),
            "author_words": _words(table["authors"].str.replace(r"&\S*?;", " ", regex=True)),
            "year": table["year"],
        }
    )
    made = made.astype(object).mask(made.isna(), None)
    made["rare_words"] = _rare(made["title_words"], 60)
    narrower = _narrower(made, (2, 3, 4, 6, 10))
    return Model(
        made,
        comparisons=[
            _shared_words("title_words", (0.99, 0.8, 0.6, 0.4), edit="title"),
            _shared_words("author_words", (0.99, 0.7, 0.5, 0.2)),
            cl.ExactMatch("year"),
        ],
        blocks=["l.title = r.title"],
        explode=("rare_words",),
        narrower=narrower,
        trainings=["l.title = r.title", "l.year = r.year and l.author_words = r.author_words"],
        sure=["l.title = r.title and l.year = r.year"],
        sure_recall=0.8,
        source="source",
    )


def _simple(text: str) -> str | None:
    return re.sub(r"[^\w]+", " ", text.lower()).strip() or None


def _plain(column: pd.Series[Any]) -> pd.Series[Any]:
    """Letters and digits of a text, in lower case."""
    return column.map(lambda text: None if text is None or text != text else _simple(text))


def _words(column: pd.Series[Any]) -> pd.Series[Any]:
    """Different words of two letters and more, or None."""

    def words(text: str | None) -> list[str] | None:
        found = sorted({word for word in (text or "").split() if len(word) > 1})
        return found or None

    return _plain(column).map(words)


def _rare(column: pd.Series[Any], most: int) -> pd.Series[Any]:
    """Words that few records have: common ones would pair everything with everything."""
    counts = column.explode().value_counts()
    rare = set(counts.index[counts <= most])
    return column.map(lambda words: [word for word in words or () if word in rare] or None)


def _narrower(made: pd.DataFrame, limits: tuple[int, ...]) -> tuple[str, ...]:
    """Rules that two records share a word of the title that at most so many records have; adds columns for them."""
    for most in limits:
        made[f"rare_words_{most}"] = _rare(made["title_words"], most)
    return tuple(f"len(list_intersect(l.rare_words_{most}, r.rare_words_{most})) > 0" for most in limits)


def _shared_words(column: str, shares: tuple[float, ...], edit: str | None = None) -> dict[str, Any]:
    """Levels by the share of words that two lists have in common (Jaccard), or by how alike the whole texts are."""
    both = f"len(list_intersect({column}_l, {column}_r))"
    share = f"{both} / (len({column}_l) + len({column}_r) - {both})"
    levels: list[dict[str, Any]] = [
        {
            "sql_condition": f"{column}_l is null or {column}_r is null",
            "is_null_level": True,
            "label_for_charts": "null",
        }
    ]
    for least in shares:
        alike = "" if edit is None else f" or jaro_winkler_similarity({edit}_l, {edit}_r) >= {0.8 + 0.2 * least}"
        levels.append({"sql_condition": f"{share} >= {least}{alike}", "label_for_charts": f"{least} shared"})
    levels.append({"sql_condition": "ELSE", "label_for_charts": "else"})
    return {"output_column_name": column, "comparison_levels": levels}
