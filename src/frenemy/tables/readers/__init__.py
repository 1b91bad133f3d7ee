"""From any table, frame or file to Arrow columns."""
