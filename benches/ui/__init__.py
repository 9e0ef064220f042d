"""The bench of the pages: what the browser does (canvas) and what the server answers (server)."""
