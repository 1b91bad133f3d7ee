"""pyarrow, which holds all tables; if it is missing, the error names the extra to install."""

try:
    import pyarrow as pa
    import pyarrow.compute as pc
except ImportError as error:
    raise ImportError('tables of records need pyarrow, 16 or newer: pip install "frenemy[tables]"') from error

__all__ = ["pa", "pc"]
