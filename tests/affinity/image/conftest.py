"""Tests below find the helpers in this folder because pytest adds the folder of a conftest.py to the path."""
