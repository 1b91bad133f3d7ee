"""Pictures, references and strokes."""
