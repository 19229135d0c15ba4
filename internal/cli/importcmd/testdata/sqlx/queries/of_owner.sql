SELECT id, description FROM todos WHERE owner = $1 AND done = $2 ORDER BY id
