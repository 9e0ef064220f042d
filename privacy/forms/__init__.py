"""Shape and field rules of what people send."""
