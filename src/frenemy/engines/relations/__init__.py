"""The steps on pairs as relations, written once in SQL, and the engines that run them."""
