"""What the heading of a column says of its cells."""
