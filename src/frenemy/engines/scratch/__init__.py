"""The scratch folder of a run: locked, resumable, with arrays in whole files."""
