"""What the pages say. No query, no write."""
