"""Fine-tunes the transformer of worker.engine.encoder on notes with gold spans."""
