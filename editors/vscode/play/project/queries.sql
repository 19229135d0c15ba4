-- QUERY get_user :one
SELECT id, name, note FROM users WHERE id = ${id};

-- QUERY posts_of
SELECT p.title, u.name AS author
FROM posts p JOIN users u ON u.id = p.user_id
WHERE u.name = ${name};

-- EXEC add_user :bulk
INSERT INTO users (id, name, note) VALUES (${id}, ${name}, ${note});
