"""What is PostgreSQL's alone: its address, its migrations' operations."""
