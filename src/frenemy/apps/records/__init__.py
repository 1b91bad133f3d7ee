"""Records: from pairs that some tool has scored to entities."""
