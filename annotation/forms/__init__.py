"""Shape and field rules of what people send, for the pages and the API."""
