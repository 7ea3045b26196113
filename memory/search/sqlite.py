def create_vector_table(cursor, name, dimensions):
    cursor.execute(
        f'CREATE VIRTUAL TABLE "{name}" USING vec0('
        "namespace_id integer partition key, kind text partition key, "
        f"embedding float[{int(dimensions)}], chunk_size=128)"
    )
