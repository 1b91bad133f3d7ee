"""What is known of records: links, answers, sources."""

from frenemy.apps.records.knowledge.pair_knowledge import Answers, KnowledgeTables, PairKnowledge

__all__ = ["Answers", "KnowledgeTables", "PairKnowledge"]
