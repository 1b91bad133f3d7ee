"""Numbers as text for people."""

from __future__ import annotations

import math

MINUS = "\N{MINUS SIGN}"


def count(n: int) -> str:
    return f"{n:,}"


def counted(n: int, thing: str) -> str:
    """``1 node``, ``2,000 nodes``."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def number(x: float) -> str:
    """A weight or an energy: six digits, or all those before the point."""
    text = f"{x:,.0f}" if 100_000 <= abs(x) < 1e15 else f"{x:,.6g}"
    return "0" if text == "-0" else text.replace("-", MINUS)


def exact(x: float) -> str:
    """The same with as many digits as the terminal shows."""
    return f"{x:,.10g}".replace("-", MINUS)


def rough(x: float) -> str:
    """The same with three or four digits, for tables and axes."""
    text = f"{x:,.0f}" if 1000 <= abs(x) < 1e15 else f"{x:.4g}" if abs(x) >= 100 else f"{x:.3g}"
    return "0" if text in ("-0", "0") else text.replace("-", MINUS)


def percent(share: float) -> str:
    """A share in percent; only 0 is shown as ``0 %`` and only 1 as ``100 %``."""
    value = 100.0 * share
    if value <= 0.0:
        return "0 %"
    if value < 0.01:
        return "under 0.01 %"
    if value < 10.0:
        return f"{value:.2g} %"
    if 99.0 < value < 100.0:
        return f"{min(math.floor(value * 100) / 100, 99.99):.4g} %"
    return f"{value:,.0f} %"


def seconds(s: float) -> str:
    if s < 0.001:
        return "under 1 ms"
    if s < 1.0:
        return f"{1000 * s:.0f} ms"
    if s < 120.0:
        return f"{s:.1f} s"
    return f"{s / 60:.0f} min" if s < 7200.0 else f"{s / 3600:.1f} h"


def ticks(low: float, high: float, max_ticks: int = 5) -> list[float]:
    """Round numbers from ``low`` to ``high``, about ``max_ticks`` of them."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low]
    raw = (high - low) / max_ticks
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * m for m in (1.0, 2.0, 2.5, 5.0, 10.0) if power * m >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, math.floor(high / step + 1e-9) + 1)]


def tick_labels(values: list[float]) -> list[str]:
    """Labels of :func:`ticks`, with as many digits as needed to distinguish them."""
    largest = max((abs(value) for value in values), default=0.0)
    if len(values) < 2 or largest >= 1e15:
        return [rough(value) for value in values]
    step = values[1] - values[0]
    digits = max(0, math.ceil(-math.log10(step) - 1e-9))
    if digits > 12:
        return [rough(value) for value in values]
    if abs(step * 10**digits - round(step * 10**digits)) > 1e-6:  # steps of 0.25
        digits += 1
    return [f"{value + 0.0:,.{digits}f}".replace("-", MINUS) for value in values]


def compact(n: float) -> str:
    """A count in at most four or so characters: ``950``, ``12k``, ``1.2M``."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if n >= size and n >= 10_000:
            return f"{n / size:.2g}{unit}" if n / size < 10 else f"{n / size:.0f}{unit}"
    return f"{n:,.0f}"
