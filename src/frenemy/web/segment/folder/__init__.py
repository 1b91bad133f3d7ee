"""A folder of pictures to work through: which there are, small pictures of them, and the work saved beside them."""
