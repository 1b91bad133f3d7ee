"""Entities that change when records, pairs or answers are added."""
