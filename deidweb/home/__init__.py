"""The start page: what awaits a person, and the way of the notes from import to codes."""
