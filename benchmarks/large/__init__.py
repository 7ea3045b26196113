"""One large namespace on PostgreSQL: what HNSW finds of what an exact comparison finds, and what searching costs."""
