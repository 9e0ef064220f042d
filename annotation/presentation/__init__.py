"""What the pages say: words, rows, charts. No query, no write."""
