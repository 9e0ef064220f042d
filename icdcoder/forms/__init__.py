"""The shape of what a person sends."""
