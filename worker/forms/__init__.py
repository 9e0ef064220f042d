"""The shape of what people send to the worker's pages."""
