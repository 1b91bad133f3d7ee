"""Tables, pages and folders of the people found."""
